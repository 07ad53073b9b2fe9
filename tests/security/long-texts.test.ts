// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { parseWhen } from '../../src/core/time.ts'
import { normalizeForSearch, parseSearch, plainText, sanitizeHtml } from '../../src/core/text.ts'
import { slugify } from '../../src/core/slug.ts'
import { fillCart } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ TRUST_PROXY: 'on' })
const as = 'administrator' as const

describe('texts made to take long', () => {
  const many = (text: string, characters: number) =>
    text.repeat(Math.ceil(characters / text.length)).slice(0, characters)
  const texts = [
    'a',
    ' ',
    '"',
    '-',
    '--',
    '<',
    '<a',
    '<a ',
    '<p>',
    '&',
    '&#',
    '&#x',
    '%',
    '\n',
    '\n\n ',
    '0',
    '1-',
    '-1',
    '+1 day ',
    'a@',
    '."',
    '\'"',
    '\u0301',
    '夏',
    '<!--',
    '</',
    '\t\n',
  ]

  /** Processor time does not depend on what else the machine does. */
  function cpuMilliseconds(work: () => unknown) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }

  const works = {
    'reading a date': (text: string) =>
      parseWhen(text.slice(0, 200), { zone: 'UTC', now: new Date(0) }),
    'reading a search': parseSearch,
    searching: normalizeForSearch,
    'making a slug': slugify,
    'plain text': plainText,
    'cleaning HTML': sanitizeHtml,
  }
  test.each(Object.entries(works))(
    'take, in %s, a time in proportion to their length',
    (_, work) => {
      for (const text of texts) {
        const [short, long] = [many(text, 10_000), many(text, 80_000)]
        work(short)
        const base = Math.max(
          10,
          cpuMilliseconds(() => work(short)),
        )
        const eightfold = cpuMilliseconds(() => work(long))
        expect({ text, isSlow: eightfold > base * 40 }).toEqual({ text, isSlow: false })
      }
    },
  )

  test('are limited in pages, however many are asked for', async () => {
    for (const per_page of [1e9, 101, Number.MAX_SAFE_INTEGER]) {
      const events = await app.events('GET', '/events', { query: { per_page } })
      expect(events.status === 400 || events.json.events.length <= 50).toBe(true)
      expect((await app.tickets('GET', '/tickets', { query: { per_page } })).status).toBe(400)
      expect((await app.tickets('GET', '/attendees', { query: { per_page } })).status).toBe(400)
      expect((await app.tickets('GET', '/orders', { as, query: { per_page } })).status).toBe(400)
    }
    for (const page of [1e9, Number.MAX_SAFE_INTEGER]) {
      expect([400, 404]).toContain((await app.events('GET', '/events', { query: { page } })).status)
      expect([400, 404]).toContain(
        (await app.tickets('GET', '/tickets', { query: { page } })).status,
      )
    }
  })

  test('are refused or read quickly when nested without end or with endless members', async () => {
    const headers = { 'content-type': 'application/json' }
    const { id } = await ticketOnSale(app)
    const cart_hash = await fillCart(app, id)
    for (const body of [
      `{"tickets":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"purchaser":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      `{${Array.from({ length: 50_000 }, (_, index) => `"m${index}":1`).join()}}`,
      `{"tickets":[${Array.from({ length: 20_000 }, () => `{"ticket_id":${id},"quantity":1}`).join()}]}`,
    ]) {
      const started = process.cpuUsage()
      const got = await app.tickets('POST', '/cart', { body, headers })
      const { user, system } = process.cpuUsage(started)
      expect(got.status).toBeLessThan(500)
      expect((user + system) / 1000).toBeLessThan(3000)
    }
    expect((await app.tickets('GET', '/cart', { query: { cart_hash } })).json.tickets).toHaveLength(
      1,
    )
  })
})
