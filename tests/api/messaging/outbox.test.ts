// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { buy } from '../../support/buying.ts'
import { deliver, newest, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_NAME: 'The Playhouse', MAIL_PDF_KIB: 'off' })
const as = 'administrator' as const

describe('staff', () => {
  test('take a mail back before it is sent, and send it later', async () => {
    const { json } = await app.admin('POST', '/messages/test', {
      as,
      body: { to: 'x@example.org' },
    })
    const act = (what: string) => app.admin('POST', `/messages/${json.id}/${what}`, { as })
    expect((await act('withdraw')).json.state).toBe('withdrawn')
    expect((await act('withdraw')).json.code).toBe('message_move_not_allowed')
    await deliver(app)
    expect((await act('retry')).json.state).toBe('queued')
    await deliver(app)
    expect((await readMail(app, json.id)).subject).toBe('Test mail from The Playhouse')
    expect((await act('retry')).status).toBe(409)
    expect((await app.admin('GET', '/messages/999999', { as })).status).toBe(404)
  })
})

describe('/outbox', () => {
  test('shows administrators each mail as it looks, and is for nobody else', async () => {
    await buy(app, (await ticketOnSale(app)).id)
    await deliver(app)
    const { message } = await newest(app, 'order.confirmed')
    const list = await app.call('GET', '/outbox', { as })
    expect(list.text).toContain(`href="/outbox/${message.id}"`)
    const shown = await app.call('GET', `/outbox/${message.id}`, { as })
    expect(shown.text).toContain(`src="/outbox/${message.id}/html"`)
    expect(shown.text).toContain('Here is your ticket.')
    const letter = await app.call('GET', `/outbox/${message.id}/html`, { as })
    expect(letter.text).toContain('src="data:image/png;base64,')
    expect(letter.text).not.toContain('cid:')
    expect(letter.headers['content-security-policy']).toContain("default-src 'none'")
    for (const path of ['/outbox', `/outbox/${message.id}`, `/outbox/${message.id}/html`]) {
      const stranger = await app.call('GET', path)
      expect(stranger.status).toBe(401)
      expect(stranger.text).toContain('/sign-in?next=/outbox')
      const editor = await app.call('GET', path, { as: 'editor' })
      expect(editor.status).toBe(403)
      expect(`${stranger.text}${editor.text}`).not.toContain('example.org')
    }
    expect((await app.call('GET', '/outbox/999999', { as })).status).toBe(404)
  })

  test('lists no mail that was withdrawn', async () => {
    const body = { to: 'withdrawn@example.org' }
    const { json } = await app.admin('POST', '/messages/test', { as, body })
    const listed = async () => (await app.call('GET', '/outbox', { as })).text
    expect(await listed()).toContain(body.to)
    await app.admin('POST', `/messages/${json.id}/withdraw`, { as })
    expect(await listed()).not.toContain(body.to)
  })
})
