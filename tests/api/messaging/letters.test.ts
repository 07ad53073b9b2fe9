// Database: in the short run the embedded one alone.
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { locales } from '../../../src/core/locale.ts'
import { composeMail } from '../../../src/messaging/mail/compose-mail.ts'
import { exampleAccount, previewOf, previewDetails } from '../../../src/cli/preview-mail.ts'
import { messageKindNames } from '../../../src/messaging/outbox/rules.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { buy } from '../../support/buying.ts'
import { doorCodeOf } from '../../support/door-code-of.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const isLong = process.env['LONG'] !== undefined
// Papers in mails have tests of their own (papers-in-mails.test.ts), and drawing them is dear.
const papers = isLong ? {} : { MAIL_PDF_KIB: 'off' }
const app = await startApp({ SITE_CURRENCY: 'EUR', ...papers })
const ticket = await ticketOnSale(app, { priceMinor: 1999, currency: 'EUR', capacity: null })

/** An order of so many tickets, and what its mails are about. */
async function anOrder(quantity: number) {
  const { orderId, attendees } = await buy(app, ticket.id, { quantity, way: 'cardprocessor' })
  return {
    order_id: orderId,
    event_id: ticket.eventId,
    attendee_id: attendees[0]?.id ?? null,
    recipient: 'ada@example.org',
    attendees: await Promise.all(
      attendees.map(async ({ id, title }) => ({ id, title, code: await doorCodeOf(app.db, id) })),
    ),
  }
}

/** Every kind in every language; in the short run each kind in one of them, for more than one ticket. */
const lettersOf = (quantity: number) =>
  messageKindNames.flatMap((kind, at) =>
    locales
      .filter((_, of) => isLong || quantity === 1 || of === (at + quantity) % locales.length)
      .map(locale => ({ kind, locale })),
  )

describe.each([1, 2, 10])('every mail about %i tickets', async quantity => {
  const { attendees, ...about } = await anOrder(quantity)
  const made = lettersOf(quantity)

  test('says the same in text and HTML in every language, and stays small', async () => {
    const wrong: string[] = []
    let composed = 0
    for (const { kind, locale } of made) {
      const message = previewOf(app.deps, kind, { ...about, locale, details: previewDetails(3998) })
      const mail = await composeMail(app.deps, message, exampleAccount)
      if ('withdrawn' in mail) {
        wrong.push(`${kind} ${locale}: ${mail.withdrawn}`)
        continue
      }
      composed += 1
      const { text = '', html = '', subject = '' } = await PostalMime.parse(mail.raw)
      const demand = (what: string, holds: boolean) => {
        if (!holds) wrong.push(`${kind} ${locale}: ${what}`)
      }
      demand(
        'a value is missing',
        !/undefined|\bnull\b|NaN|\[object|\{\{/.test(subject + text + html),
      )
      demand('too long', html.length < 60_000 && mail.raw.length < 400_000)
      demand('it fetches', !/src="(?!cid:)|url\(|<script|<link|@import/.test(html))
      demand('another language', html.includes(`<html lang="${locale}">`))
      if (locale === 'fr') demand('a colon without its space', !/^\p{L}+: /mu.test(text))
      if (kind !== 'order.confirmed') continue
      demand(
        'a ticket is missing',
        attendees.every(({ code, title }) => text.includes(code) && text.includes(title)),
      )
      demand('the link is missing', text.includes('tc-order-id='))
      const total = ((1999 * quantity) / 100).toFixed(2).replace('.', '[.,]')
      demand('another total', new RegExp(total).test(text))
    }
    expect(wrong).toEqual([])
    expect(composed).toBe(made.length)
  })
})

test('names and titles of any characters add no header, tag or line to a mail', async () => {
  const { attendees, ...about } = await anOrder(1)
  const message = previewOf(app.deps, 'order.confirmed', { ...about, locale: 'en', details: {} })
  const headersOf = async () => {
    const mail = await composeMail(app.deps, message)
    if ('withdrawn' in mail) throw new Error(mail.withdrawn)
    return PostalMime.parse(mail.raw)
  }
  const plain = (await headersOf()).headers.map(({ key }) => key)
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.constantFrom(
      'a\r\nBcc: eve@example.org',
      '"><script>alert(1)</script>',
      '\u202Egnp.exe',
      'x'.repeat(2000),
      'a, b: c; <d@e.f>',
      '=?utf-8?B?PHNjcmlwdD4=?=',
    ),
  )
  const names = fc.tuple(hostile, hostile).map(pair => pair.map(name => name.replaceAll('\0', '')))
  const numRuns = isLong ? 2000 : 20
  await fc.assert(
    fc.asyncProperty(names, async ([name = '', title = '']) => {
      await app.db.updateTable('events').set({ title }).where('id', '=', ticket.eventId).execute()
      await app.db
        .updateTable('orders')
        .set({ purchaser_name: name })
        .where('id', '=', about.order_id)
        .execute()
      await app.db
        .updateTable('attendees')
        .set({ holder_name: name })
        .where('id', '=', attendees[0]?.id ?? 0)
        .execute()
      const { headers, html = '', subject = '', from, to } = await headersOf()
      expect(headers.map(({ key }) => key)).toEqual(plain)
      expect(html).not.toMatch(
        /<script|<(?!\/?(?:html|head|meta|title|style|body|main|p|h1|table|tr|th|td|img|div|span|bdi|a|br|!doctype)\b)/i,
      )
      expect(`${subject}${from?.name}${to?.[0]?.name}`).not.toMatch(
        /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u,
      )
      expect(to).toHaveLength(1)
      expect(to?.[0]?.address).toBe('ada@example.org')
    }),
    { numRuns },
  )
})
