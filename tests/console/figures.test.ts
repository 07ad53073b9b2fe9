import type { Page } from 'playwright-core'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole } from './open-console.ts'

const { app, complaints, visitSignedIn } = await openConsole()
// Figures of today are those of the browser's day.
app.clock.set(new Date())
const made = await fillConsole(app)
const staff = await staffClient(app)
const wide = { viewport: { width: 1280, height: 900 } }

/** An evening of today: places sold, one of them given back, a goodwill, people inside, and it is settled. */
async function anEvening() {
  const { orderId, attendees } = await buy(app, made.ticket, {
    quantity: 3,
    way: 'cardprocessor',
  })
  await staff.createOrderRefund({ id: orderId, amount: '7.50', reason: 'A goodwill' })
  for (const { id } of attendees.slice(0, 2)) await staff.updateAttendee({ id, checked_in: true })
  // What is settled is what happened before.
  app.clock.advance(600)
  const begun = new Date(Date.now() - 60_000)
  await sql`update events set starts_at = ${begun}::timestamptz, ends_at = ${begun}::timestamptz + interval '3 hours',
    start_local = ${begun}::timestamptz at time zone timezone, end_local = ${begun}::timestamptz at time zone timezone + interval '3 hours'
    where id = ${made.event}`.execute(app.db)
  await staff.createSettlement({ id: made.event, share_percent: '70' })
  await app.deps.following.catchUp()
}

const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)

type Figure = { label: string; figure: string; href: string }

/** Each figure of a screen that leads to its rows, those of charts by their tables. */
async function figuresOf(page: Page, address: string): Promise<Figure[]> {
  await page.goto(`/admin${address}`)
  await page.locator('main h1').waitFor()
  await settled(page)
  // A report reads without saying so.
  await page.locator('main table, main .figures, main .tiles').first().waitFor()
  const charts = page.getByRole('button', { name: 'As a table' })
  while ((await charts.count()) > 0) await charts.first().click()
  await settled(page)
  // A figure that is still being counted is three dots.
  await page.waitForFunction(() => !document.querySelector('main')?.textContent.includes('…'))
  return page.locator('main a').evaluateAll(links =>
    links.flatMap(link => {
      const label = link.getAttribute('aria-label') ?? link.textContent
      const href = link.getAttribute('href') ?? ''
      const [, ofFigure] = /: (.+), show the rows$/.exec(label) ?? []
      if (ofFigure !== undefined) return [{ label, figure: ofFigure, href }]
      // In the table of a chart the figure stands in the cell before, and a frame of it between.
      if (label.startsWith('Show the rows of')) {
        const [, cell] = link.closest('tr')?.children ?? []
        return [{ label, figure: cell?.textContent ?? '', href }]
      }
      return []
    }),
  )
}

const isMoney = (figure: string) => /[$€£¥]|\.\d/.test(figure)
/** An amount or a count as it is shown, in cents or as it is. */
const valueOf = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''))

const paid = /^(?:payment|refund|dispute|till)\b/

/** Follows a figure to its rows, reads all of them, and counts or adds them up. */
async function addedUp(page: Page, { label, href, figure }: Figure): Promise<number> {
  await page.goto(href)
  await page.locator('main h1').first().waitFor()
  await settled(page)
  const more = page.getByRole('button', { name: /^(Show more|More)$/ })
  while ((await more.count()) > 0) {
    const before = await page.locator('main tbody tr').count()
    await more.click()
    await page.waitForFunction(
      rows => document.querySelectorAll('main tbody tr').length > rows,
      before,
    )
  }
  const rows = await page
    .locator('main table.records tbody tr')
    .evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent ?? '')))
  if (!isMoney(figure)) return rows.length
  // What is open is what was charged less what was paid of it (contract 41.3).
  const isOpen = label.startsWith('Open ')
  const sum = rows.reduce((all, cells) => {
    const amount = valueOf(cells.at(-1) ?? '')
    return all + (isOpen && cells.some(cell => paid.test(cell)) ? -amount : amount)
  }, 0)
  return label.startsWith('Returned of') ? -sum : sum
}

const reports = ['sales', 'tickets', 'channels', 'payments', 'checkins', 'open']

/** The screens that have figures, each with how many of them lead to rows at least: none may lose its way. */
const screens: Readonly<Record<string, number>> = {
  '/': 3,
  [`/events/${made.event}`]: 20,
  [`/events/${made.event}/settlements`]: 2,
  ...Object.fromEntries(reports.map(report => [`/reports?report=${report}`, 1])),
}

/** The long run follows every figure; the short one those of small screens, and some of others that are not 0. */
function drawn(figures: readonly Figure[]): readonly Figure[] {
  if (process.env['LONG'] || figures.length < 6) return figures
  const some = figures.filter(({ figure }) => valueOf(figure) !== 0)
  return fc.sample(
    fc.shuffledSubarray(some, { maxLength: 5, minLength: Math.min(5, some.length) }),
    {
      numRuns: 1,
      seed: 1,
    },
  )[0] as Figure[]
}

test('every figure on Today, an event, its settlement and the reports is what its rows add up to', async () => {
  await anEvening()
  const counts: Record<string, number> = {}
  await visitSignedIn(wide, async page => {
    const wrong: string[] = []
    const seen = new Map<string, number>()
    for (const [address, least] of Object.entries(screens)) {
      const figures = await figuresOf(page, address)
      counts[address] = figures.length
      if (figures.length < least) wrong.push(`${address} has ${figures.length} figures with rows`)
      for (const one of drawn(figures)) {
        // Several figures may lead to the same rows, counted or added.
        const key = `${one.href} ${isMoney(one.figure)}`
        const sum = seen.get(key) ?? (await addedUp(page, one))
        seen.set(key, sum)
        if (sum !== valueOf(one.figure)) wrong.push(`${address}: ${one.label}: rows make ${sum}`)
      }
    }
    expect(wrong).toEqual([])
  })
  console.log(`Figures that were followed to their rows: ${JSON.stringify(counts)}.`)
  expect(complaints).toEqual([])
})

test('the sums of an order are those of the lines above them, on each of its pages', async () => {
  const { rows } = await staff.findOrders({ 'filter.event': String(made.event), limit: 8 })
  await visitSignedIn(wide, async page => {
    for (const row of rows) {
      await page.goto(`/admin/orders/${String(row['number'])}`)
      const money = page.getByRole('region', { name: 'Money' })
      await money.locator('.sum').first().waitFor()
      const cells = await money
        .locator('.sums > span')
        .evaluateAll(all =>
          all.map(one => [one.textContent, one.classList.contains('sum')] as const),
        )
      let running = 0
      for (let at = 0; at < cells.length; at += 2) {
        const [text = '', isSum] = cells[at + 1] ?? []
        if (isSum) expect([cells[at]?.[0], valueOf(text)]).toEqual([cells[at]?.[0], running])
        else running += valueOf(text)
      }
    }
  })
  expect(rows.length).toBeGreaterThan(3)
})
