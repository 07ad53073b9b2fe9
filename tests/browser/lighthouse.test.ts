import lighthouse, { type Flags, type Result } from 'lighthouse'
import { afterAll, expect, test } from 'vitest'
import { drawPoster } from '../../src/cli/draw-poster.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { plantEvent } from '../support/plant-event.ts'
import { freePlace, launch, openStage } from './open-browser.ts'
import { statesOfPages } from './visits.ts'

/** Times are judged in the long run only, because they need a machine that does nothing else. */
const isLong = process.env['LONG'] !== undefined

const { app, base } = await openStage()
const states = Object.values(await statesOfPages(app)).flat()
const { port } = await freePlace()
const browser = await launch([`--remote-debugging-port=${port}`])
afterAll(() => browser.close())

const kib = 1024
/** The most bytes of each kind that a page may send, as they are sent. */
const bytesMost = {
  Document: 30 * kib,
  // Each page has its rules inside.
  Stylesheet: 0,
  Script: 12 * kib,
  Image: 40 * kib,
  // The icon, and the redirect from the address of a cart.
  Other: 3 * kib,
}
const plainBytesMost = 120 * kib
const shiftMost = 0.02
const blockedMsMost = 50

type Bars = {
  name: string
  address: string
  isIndexed: boolean
  /** The most requests: the page itself, the icon of the site, and the pictures of the events that are in sight. */
  requests: number
  /** The largest part is painted within this time on a phone. */
  paintedMs: number
}

const addressOf = (name: string) => states.find(state => state.name === name)?.address ?? name
const indexed = (name: string, address = addressOf(name)): Bars => ({
  name,
  address,
  isIndexed: true,
  requests: 6,
  paintedMs: 900,
})
const event = (name: string, address?: string): Bars => ({
  ...indexed(name, address),
  paintedMs: 1300,
})
const personal = (name: string): Bars => ({ ...indexed(name), isIndexed: false })

const pages: readonly Bars[] = [
  indexed('home'),
  indexed('list'),
  event('event-free', await freeEvent()),
  event('event-paid', await eventWithPoster()),
  event('event-cancelled'),
  indexed('venue'),
  indexed('organizer'),
  indexed('day'),
  indexed('month-full', await fullMonth()),
  // The address of a cart leads to the basket: one request more, and its time.
  { ...personal('checkout-paid'), paintedMs: 1300 },
  personal('order-free'),
  personal('ticket'),
]

test.each(pages)(
  '$name is accessible, light, and found by search engines if it should be',
  async page => {
    const result = await judge(page.address)
    expect(shortcomings(result)).toEqual(
      page.isIndexed ? [] : ['is-crawlable', ...missingDescription(result)],
    )
    expect(heavier(result)).toEqual([])
    const requests = requestsOf(result)
    expect(requests.length).toBeLessThanOrEqual(page.requests)
    expect(requests.filter(({ url }) => !url.startsWith(base))).toEqual([])
    expect(figure(result, 'cumulative-layout-shift')).toBeLessThanOrEqual(shiftMost)
  },
)

test.runIf(isLong).each(pages)('$name is painted in time on a phone', async page => {
  const results = [await judge(page.address), await judge(page.address), await judge(page.address)]
  const median = (name: string) =>
    results.map(result => figure(result, name)).sort((one, other) => one - other)[1]
  expect(median('largest-contentful-paint')).toBeLessThanOrEqual(page.paintedMs)
  expect(median('total-blocking-time')).toBeLessThanOrEqual(blockedMsMost)
  const scores = results.map(({ categories }) => categories['performance']?.score ?? 0)
  expect(Math.max(...scores)).toBeGreaterThanOrEqual(0.98)
})

/** Lighthouse's judgement of a page on a phone. */
async function judge(address: string): Promise<Result> {
  const categories = ['accessibility', 'best-practices', 'seo']
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: isLong ? [...categories, 'performance'] : categories,
    onlyAudits: ['cumulative-layout-shift', 'network-requests'],
    disableFullPageScreenshot: true,
    // The waits are for pages whose scripts go on loading. Ours load nothing later.
    ...(!isLong && {
      pauseAfterFcpMs: 50,
      pauseAfterLoadMs: 50,
      networkQuietThresholdMs: 100,
      cpuQuietThresholdMs: 100,
    }),
  }
  for (let recording = 0; recording < 3; recording += 1) {
    const run = await lighthouse(base + address, flags)
    if (run && !lostItsStart(run.lhr)) return run.lhr
  }
  throw new Error(`Lighthouse could not record ${address}.`)
}

/** Chromium loses the start of one recording in twenty on a busy machine. Then there is nothing to judge. */
const lostItsStart = ({ audits }: Result) =>
  audits['cumulative-layout-shift']?.errorMessage?.includes('NO_NAVSTART') === true

/** The names of the audits because of which a score is not 1. */
function shortcomings({ categories, audits }: Result): string[] {
  const judged = ['accessibility', 'best-practices', 'seo'].flatMap(
    name => categories[name]?.auditRefs ?? [],
  )
  const failed = judged.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return [...new Set(failed.map(({ id }) => id))].sort()
}

/** Pages that no search engine shows need no description for it. */
const missingDescription = ({ audits }: Result) =>
  audits['meta-description']?.score === 0 ? ['meta-description'] : []

type NetworkRequest = {
  url: string
  resourceType?: string
  transferSize: number
  resourceSize: number
}

function requestsOf({ audits }: Result): NetworkRequest[] {
  const details = audits['network-requests']?.details as { items?: NetworkRequest[] } | undefined
  const items = details?.items ?? []
  if (items.length === 0) throw new Error('Lighthouse saw no requests.')
  return items.filter(({ url }) => !url.startsWith('data:'))
}

/** What a page sends beyond its limits. */
function heavier(result: Result) {
  const requests = requestsOf(result)
  const sums = Object.entries(bytesMost).map(([kind, most]) => {
    const own = requests.filter(({ resourceType = 'Other' }) => resourceType === kind)
    return { kind, most, bytes: own.reduce((sum, { transferSize }) => sum + transferSize, 0) }
  })
  const plain = requests.find(({ resourceType }) => resourceType === 'Document')?.resourceSize ?? 0
  const document = { kind: 'Document, not encoded', most: plainBytesMost, bytes: plain }
  const unknown = requests.filter(({ resourceType }) => !((resourceType ?? 'Other') in bytesMost))
  return [...[...sums, document].filter(({ bytes, most }) => bytes > most), ...unknown]
}

function figure({ audits }: Result, name: string): number {
  const { numericValue, errorMessage = 'without a reason' } = audits[name] ?? {}
  if (numericValue === undefined) {
    throw new Error(`Lighthouse did not measure ${name}: ${errorMessage}`)
  }
  return numericValue
}

async function create(body: object): Promise<{ id: number; path: string }> {
  const times = { start_date: '2026-12-12 19:30:00', end_date: '2026-12-12 22:00:00' }
  const { json } = await app.events('POST', '/events', {
    as: 'administrator',
    body: { description: '<p>Two sets, one interval.</p>', ...times, ...body },
  })
  return { id: json.id, path: new URL(json.url).pathname }
}

async function freeEvent(): Promise<string> {
  const { id, path } = await create({ title: 'Open rehearsal' })
  await ticketOnSale(app, { eventId: id, name: 'Guest' })
  return path
}

/** An event with a picture of the usual size. */
async function eventWithPoster(): Promise<string> {
  const picture = await app.events('POST', '/images', {
    as: 'administrator',
    body: await drawPoster({ hue: 212, scene: 'strings' }),
    headers: { 'content-type': 'image/jpeg' },
  })
  const { id, path } = await create({ title: 'Strings and salt', image: String(picture.json.id) })
  await ticketOnSale(app, { eventId: id, name: 'Standard', priceMinor: 3200 })
  return path
}

/** A month of three hundred events. */
async function fullMonth(): Promise<string> {
  for (let count = 0; count < 300; count += 1) {
    const day = String((count % 28) + 1).padStart(2, '0')
    await plantEvent(app, { starts: `2027-02-${day}T18:00:00Z` })
  }
  return '/events/month/2027-02/'
}
