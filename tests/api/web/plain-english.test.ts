// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { statesOfPages } from '../../browser/visits.ts'
import { buyer } from '../../support/buyer.ts'
import { fillCart } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const mails = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' }
const app = await startApp({ DEV_PAGES: 'on', SITE_NAME: '42', ...mails })
const states = Object.values(await statesOfPages(app)).flat()
const chair = await ticketOnSale(app, { name: 'Chair', priceMinor: 3000, names: 'required' })

/** Words in plain letters; the pseudo-language puts accents on those of the catalogue, but for names of placeholders. */
const wordsOf = (text: string) =>
  (text.replaceAll(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []).filter(word =>
    /^[A-Za-z]+$/.test(word),
  )

/** What stands in English pages and is no sentence of ours: brands, languages, zones, dates, and what records say. */
async function usualWords(): Promise<Set<string>> {
  const { db } = app
  const rows = await Promise.all([
    db.selectFrom('events').selectAll().execute(),
    db.selectFrom('venues').selectAll().execute(),
    db.selectFrom('organizers').selectAll().execute(),
    db.selectFrom('terms').selectAll().execute(),
    db.selectFrom('tickets').select('name').execute(),
    db.selectFrom('orders').select(['purchaser_name', 'purchaser_email']).execute(),
  ])
  const brands = 'Google Outlook PayPal Stripe RSS'
  const languages = 'English Deutsch Norsk bokmål Français Español en XA ar XB'
  const moments = Array.from({ length: 12 }, (_, count) =>
    (['long', 'short'] as const).map(length =>
      new Date(Date.UTC(2026, count, 1 + count)).toLocaleString('en-GB', {
        weekday: length,
        month: length,
        hour12: true,
        hour: 'numeric',
      }),
    ),
  )
  const weekdays =
    'Monday Mon Tuesday Tue Wednesday Wed Thursday Thu Friday Fri Saturday Sat Sunday Sun'
  const zones = 'am pm UTC CET CEST Europe Oslo'
  const units = 'km'
  const entered = 'bo example org'
  const all = JSON.stringify([rows, brands, languages, moments, weekdays, zones, units, entered])
  return new Set(wordsOf(all.replaceAll('\\n', ' ')))
}

/** What somebody sees or hears of a page. */
function textsOf(html: string): string[] {
  const page = html
    .slice(html.indexOf('<title>'))
    .replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<(link|meta)\b[^>]*>/g, '')
  const heard =
    /\s(?:alt|title|placeholder|aria-label|data-(?!zone|share|key|currency|price|live|way)[\w-]+)="([^"]*)"/g
  const attributes = [...page.matchAll(heard)].map(([, text = '']) => text)
  return [...attributes, ...page.replaceAll(/<[^>]*>/g, '\n').split('\n')]
}

const usual = await usualWords()

/** Letters drawn by chance, which are in no language (contract.md 34.7). */
const doorCode = /^[A-Z]{4} [A-Z]{4}$/

/** What an organizer asks is in the organizer's words (tests/browser/visits.ts), also where scripts read it. */
const organizers = / data-question="[^"]*"|About \w+|Beetroot|Carrot|And which\?/g

/** Texts of a page in the pseudo-language that stayed as they were. */
const plainTexts = (html: string) => {
  expect(html).toMatch(/^<!doctype html>\n<html lang="en-XA"/)
  return textsOf(html.replaceAll(organizers, ''))
    .filter(text => !doorCode.test(text))
    .filter(text => wordsOf(text).some(word => !usual.has(word)))
}

test.each(states.filter(({ name }) => name !== 'kit'))(
  'every sentence of $name is in the catalogue',
  async ({ address, first, toOrder }) => {
    const visitor = buyer(app)
    if (first) await visitor.open(first)
    const ada = { name: 'Ada', email: 'ada@example.org' }
    if (toOrder) {
      await visitor.open(await toOrder())
      await visitor.send('/checkout', ada, 'order')
    }
    await visitor.open(`${address}${address.includes('?') ? '&' : '?'}lang=en-XA`)
    expect(plainTexts(visitor.page().text)).toEqual([])
  },
)

test('every sentence of a refusal is in the catalogue', async () => {
  const visitor = buyer(app)
  const found: Record<string, string[]> = {}
  const look = (what: string) => {
    expect([what, visitor.page().status >= 400]).toEqual([what, true])
    found[what] = plainTexts(visitor.page().text)
  }
  const path = (id: number) => `/?p=${id}&lang=en-XA`
  await visitor.open(path(chair.eventId))
  await visitor.send('/cart')
  look('nothing chosen')
  await visitor.open(path(chair.eventId))
  await visitor.send('/cart', { [`tickets[t${chair.id}]`]: '999' })
  look('too many')
  await visitor.open('/tickets-order/find')
  await visitor.send('/tickets-order/find', { email: '?' })
  look('no address')
  await visitor.open(`/checkout?cart=${await fillCart(app, chair.id)}`)
  await visitor.send('/checkout', { name: '', email: '?' }, 'order')
  look('fields')
  await visitor.send('/checkout', { coupon: 'none' }, 'coupon')
  look('coupon')
  await visitor.open('/checkout')
  const guest = Object.keys(visitor.held('/checkout')).filter(name => name.startsWith('attendees'))
  const details = Object.fromEntries(
    guest.map(name => [name, name.includes('email') ? 'bo@example.org' : '43']),
  )
  await visitor.send('/checkout', { ...details, name: '43', email: 'bo@example.org' }, 'order')
  await visitor.send('/checkout/pay', {}, 'decline')
  look('declined')
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map(what => [what, []])))
})
