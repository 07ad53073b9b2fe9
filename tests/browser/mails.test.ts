import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { exampleAccount, previewDetails, previewOf } from '../../src/cli/preview-mail.ts'
import { composeMail } from '../../src/messaging/mail/compose-mail.ts'
import { type MessageKind, messageKindNames } from '../../src/messaging/outbox/rules.ts'
import { buy } from '../support/buying.ts'
import { picture as pictureOf } from '../support/picture-server.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { codesIn, hasReader } from '../support/readers.ts'
import { pairScanner } from '../support/scanner-app.ts'
import { hindrances, openStage, photograph } from './open-browser.ts'

const { app, visit } = await openStage({
  SITE_NAME: 'The Playhouse',
  SITE_ACCENT: '#0b6e4f',
  MAIL_PDF_KIB: 'off',
})
const ticket = await ticketOnSale(app, { priceMinor: 1999, capacity: null })
await app.admin('PUT', '/mail-texts/order.confirmed/en', {
  as: 'administrator',
  body: { intro: 'Welcome, {name}!\n\nDoors open at six.' },
})
const { orderId, attendees } = await buy(app, ticket.id, { quantity: 2, way: 'cardprocessor' })
const { read: readTicket, scan } = await pairScanner(app)
// One word that no line has room for, a name that is written from right to left, and a picture.
const image = await app.events('POST', '/images', {
  as: 'administrator',
  body: await pictureOf(1200, 600, 'jpeg'),
  headers: { 'content-type': 'image/jpeg' },
})
const changed = await app.events('POST', `/events/${ticket.eventId}`, {
  as: 'administrator',
  body: { title: `The ${'Wiederaufnahme'.repeat(15)}`, image: String(image.json.id) },
})
if (changed.status !== 200) throw new Error(JSON.stringify(changed.json))
await app.db.updateTable('attendees').set({ holder_name: 'ليلى الحسيني' }).execute()

const ids = attendees.map(({ id }) => String(id))

/** The HTML of a kind of mail about the order, with its pictures in it as a mail program shows them. */
async function htmlOf(kind: MessageKind) {
  const message = previewOf(app.deps, kind, {
    order_id: orderId,
    event_id: ticket.eventId,
    attendee_id: attendees[0]?.id ?? null,
    recipient: 'ada@example.org',
    locale: 'en',
    details: previewDetails(1999),
  })
  const made = await composeMail(app.deps, message, exampleAccount)
  if ('withdrawn' in made) return undefined
  const { html = '', attachments } = await PostalMime.parse(made.raw, {
    attachmentEncoding: 'base64',
  })
  const pictures = attachments.filter(({ contentId }) => contentId)
  return {
    codes: pictures.filter(({ contentId = '' }) => contentId.includes('ticket-')).length,
    html: pictures.reduce((text, { contentId = '', content, mimeType }) => {
      const cid = contentId.replace(/^<|>$/g, '')
      return text.replaceAll(
        `cid:${cid}`,
        `data:${mimeType};base64,${typeof content === 'string' ? content : ''}`,
      )
    }, html),
  }
}

test.each(messageKindNames)(
  'a mail of kind %s is accessible on phones and wide screens, in light and dark, and its codes can be scanned',
  async kind => {
    const mail = await htmlOf(kind)
    if (!mail) return
    await visit({ bypassCSP: true }, async page => {
      await page.setContent(mail.html)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [320, 600]) {
          await page.setViewportSize({ width, height: 800 })
          const picture = await photograph(page, `mail-${kind}-${width}-${colorScheme}`)
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          const seen = { kind, width, colorScheme, wider, hindrances: await hindrances(page) }
          expect(seen).toEqual({ kind, width, colorScheme, wider: 0, hindrances: [] })
          if (!hasReader('zbarimg')) continue
          const read = codesIn(picture).map(code => readTicket(code).ticket_id)
          expect({ kind, width, colorScheme, read: read.sort() }).toEqual({
            kind,
            width,
            colorScheme,
            read: ids.slice(0, mail.codes),
          })
        }
      }
    })
  },
)

test.runIf(hasReader('zbarimg'))(
  'a scanner app reads the code on the page of a ticket, in light and dark, and checks it in',
  async () => {
    const [guest] = attendees
    const codes = await visit({ viewport: { width: 360, height: 800 } }, async page => {
      await page.goto(`/ticket/${guest?.id}/${guest?.security_code}`)
      const found: string[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...codesIn(await photograph(page, `scanned-ticket-${colorScheme}`)))
      }
      return found
    })
    expect(codes.map(code => readTicket(code).ticket_id)).toEqual([ids[0], ids[0]])
    expect((await scan(codes[0] ?? '')).status).toBe(201)
  },
)
