// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { buy } from '../../support/buying.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ RATE_LIMIT: '100000' })
const sending = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' })
const path = '/tickets-order/find'

describe('the page of lost links', () => {
  test('says once that a mail is on its way, where the site sends mail', async () => {
    const visitor = buyer(sending)
    await visitor.open(`${path}?lang=de`)
    await visitor.send(path, { email: 'ada@example.org' })
    expect(visitor.page().text).toContain('ist eine Mail mit ihren Links unterwegs')
    expect(visitor.page().text).not.toContain('verschickt zurzeit keine Mails')
    const { text: reloaded } = await visitor.open(visitor.at())
    expect(reloaded).not.toContain('unterwegs')
    const { text: shared } = await buyer(sending).open(visitor.at())
    expect(shared).not.toContain('on its way')
  })

  test('mails the links of an address in the language of the page, and tells a stranger the same', async () => {
    const { orderId } = await buy(app, (await ticketOnSale(app)).id)
    await deliver(app)
    const answers: string[] = []
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const visitor = buyer(app)
      await visitor.open(`${path}?lang=de`)
      // The page has no form while nobody sends mail; one that was opened before still has it.
      await visitor.post(path, { email })
      expect(visitor.at()).toBe(path)
      answers.push(visitor.page().text)
    }
    // A mail that nobody sends is not on its way.
    expect(answers[0]).toContain('verschickt zurzeit keine Mails')
    expect(answers[0]).not.toContain('unterwegs')
    expect(answers[1]).toBe(answers[0])
    await deliver(app)
    const mails = await outbox(app, { kind: 'order.links' })
    expect(mails.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['ada@example.org', 'captured'],
      ['nobody@example.org', 'withdrawn'],
    ])
    const { text, subject } = await readMail(app, mails[0]?.id ?? 0)
    expect(subject).toMatch(/Bestellung/)
    expect(text).toContain(`tc-order-id=${orderId}`)
  })

  test('names what is no address, and keeps it', async () => {
    const visitor = buyer(sending)
    await visitor.open(path)
    await visitor.send(path, { email: 'ada"@' })
    expect(visitor.page().status).toBe(422)
    expect(visitor.page().text).toContain('value="ada&quot;@"')
    expect(visitor.page().text).toContain('Enter an e-mail address')
  })

  test('refuses whoever asks for very many addresses, with the reason', async () => {
    const visitor = buyer(app)
    await visitor.open(path)
    for (let asked = 0; visitor.page().status < 400 && asked < 40; asked += 1) {
      await visitor.open(path)
      await visitor.post(path, { email: `guest${asked}@example.org` })
    }
    expect(visitor.page().status).toBe(429)
    expect(visitor.page().text).toContain('Too many attempts')
  })

  test('is where a link that opens no order leads', async () => {
    const { status, text } = await app.call('GET', '/tickets-order/?tc-order-id=1&key=wrong')
    expect(status).toBe(404)
    expect(text).toContain(`href="${path}"`)
  })
})
