// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { doorCodeOf } from '../../support/door-code-of.ts'
import { deliver, newest, outbox, readMail } from '../../support/mailbox.ts'
import { orderFor } from '../../support/order-for.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off' })
const as = 'administrator' as const

const ann = { full_name: 'Ann Example', email: 'ann@example.org' }

describe('tickets that were lost', () => {
  test('are mailed again by staff, also to another address', async () => {
    const { orderId, attendees } = await orderFor(app, [ann])
    const body = { to: 'right@example.org' }
    const sent = await app.tickets('POST', `/orders/${orderId}/resend`, { as, body })
    expect([sent.status, sent.json.state]).toEqual([202, 'queued'])
    await deliver(app)
    const { message, mail } = await newest(app, 'order.confirmed')
    expect(message).toMatchObject({ recipient: 'ann@example.org' })
    const again = await readMail(app, sent.json.id)
    expect(again.to).toMatchObject([{ address: 'right@example.org' }])
    const code = await doorCodeOf(app.db, attendees[0]?.id ?? 0)
    expect([again.text, mail.text].every(text => text?.includes(code))).toBe(true)
  })

  test('are requested by address: a stranger gets the same answer, and one mail an hour is sent', async () => {
    const { orderId } = await orderFor(app, [ann])
    const ask = (email: string) => app.tickets('POST', '/orders/links', { body: { email } })
    const answers = [
      await ask('ANN@example.org'),
      await ask('ann@example.org'),
      await ask('nobody@example.org'),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(() => [202, '{"accepted":true}']),
    )
    await deliver(app)
    const mails = await outbox(app, { kind: 'order.links' })
    expect(mails.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['ann@example.org', 'captured'],
      ['nobody@example.org', 'withdrawn'],
    ])
    expect((await readMail(app, mails[0]?.id ?? 0)).text).toContain(`tc-order-id=${orderId}`)
  })

  test('are mailed once in sixty minutes, also when a new hour begins', async () => {
    const toHour = 3600 - (Math.floor(app.clock.now().getTime() / 1000) % 3600)
    const body = { email: 'hour@example.org' }
    const ask = () => app.tickets('POST', '/orders/links', { body })
    const count = async () => (await outbox(app, { recipient: body.email })).length
    app.clock.advance(toHour - 10)
    await ask()
    app.clock.advance(20)
    await ask()
    expect(await count()).toBe(1)
    app.clock.advance(3590)
    await ask()
    expect(await count()).toBe(2)
  })
})
