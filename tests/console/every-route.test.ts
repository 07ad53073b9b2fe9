import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hindrances, photograph } from '../browser/open-browser.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole, signIn } from './open-console.ts'

type Look = readonly [width: number, colours: 'light' | 'dark']

const widths = [320, 768, 1280]
const allLooks = widths.flatMap(width => [[width, 'light'] as const, [width, 'dark'] as const])

const stage = await openConsole({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'box@tickets.test' })
const { app, login, complaints, visit } = stage
const empty = await lookAt(emptyAddresses(), [[1280, 'light']], 'empty')
const made = await fillConsole(app)

/** Each route of the console, and addresses at which it is seen with data. */
const seen: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/events': [
    '/events',
    '/events?show=all&search=nothing+is+called+this',
    '/events?filter.status=publish&sort=-starts',
    '/events?show=trash',
  ],
  '/events/new': ['/events/new'],
  '/events/$event': [],
  '/events/$event/': [`/events/${made.event}`],
  '/events/$event/edit': [`/events/${made.event}/edit`],
  '/events/$event/call-off': [`/events/${made.event}/call-off`],
  '/events/$event/refunds': [`/events/${made.event}/refunds`],
  '/events/$event/tickets/change': [`/events/${made.event}/tickets/change`],
  '/events/$event/settlements': [`/events/${made.event}/settlements`],
  '/events/$event/questions': [`/events/${made.event}/questions`],
  '/events/$event/codes': [
    `/events/${made.event}/codes`,
    `/events/${made.event}/codes?new=1`,
    `/events/${made.event}/codes?open=${made.code}`,
  ],
  '/events/$event/door': [`/events/${made.event}/door`],
  '/events/$event/mails': [`/events/${made.event}/mails`],
  '/events/$event/duplicate': [`/events/${made.event}/duplicate`],
  '/events/$event/tickets': [`/events/${made.event}/tickets`],
  '/events/$event/tickets/new': [`/events/${made.event}/tickets/new`],
  '/events/$event/tickets/$ticket': [`/events/${made.event}/tickets/${made.ticket}`],
  '/events/$event/import': [`/events/${made.event}/import`],
  '/imports': ['/imports'],
  '/imports/$run': [`/imports/${made.run}`],
  '/orders': [
    '/orders',
    `/orders?open=${made.order}`,
    '/orders?filter.total.gte=20&filter.currency=USD&sort=-total',
  ],
  '/orders/$order': [`/orders/${made.order}`],
  '/attendees': ['/attendees', `/attendees?filter.event=${made.event}`],
  '/desk': ['/desk', `/desk?event=${made.event}`],
  '/desk/batches': ['/desk/batches', `/desk/batches?event=${made.event}`],
  '/tills': ['/tills', '/tills?new=1'],
  '/tills/$till': [`/tills/${made.till}`, `/tills/${made.closedTill}`],
  '/runs': ['/runs'],
  '/tickets/change': ['/tickets/change'],
  '/runs/$run': [`/runs/${made.refunds}`, `/runs/${made.refunds}?state=by_hand`],
  '/door': ['/door'],
  '/coupons': [
    '/coupons',
    '/coupons?new=1',
    `/coupons?open=${made.code}`,
    '/coupons?many=1',
    `/coupons?batch=${made.batch}`,
  ],
  '/reports': ['/reports', '/reports?report=open&by=week', '/reports?report=coupons&group=tag'],
  '/reports/entries': ['/reports/entries?kind=sale,fee'],
  '/payments': ['/payments', '/payments?filter.method=cash'],
  '/books': [`/books?filter.event=${made.event}&filter.kind=sale`],
  '/fees': ['/fees'],
  '/taxes': ['/taxes', '/taxes?new=1'],
  '/places': [
    '/places',
    `/places?open=${made.venue}`,
    '/places?show=organizers',
    '/places?show=categories',
    '/places?show=organizers-trash',
  ],
  '/team': ['/team', '/team?new=1'],
  '/message': [`/message?list=attendees&query=filter.event%3D${made.event}`],
  '/mails': ['/mails'],
  '/settings': ['/settings'],
  '/set-up': ['/set-up'],
  '/audit': [`/audit?record=ticket&record_id=${made.ticket}`],
  '/account': ['/account'],
  '/account/keys': ['/account/keys', '/account/keys?new=key'],
}

/** The paths in the console's table of routes. */
function routesOfConsole(): string[] {
  const source = ['routes.tsx', 'routes.event.tsx', 'routes.parents.tsx']
    .map(file => path.resolve(import.meta.dirname, '../../console/src', file))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const routes = [...source.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'/g)]
  return routes.map(([, parent, own = '']) => (parent === 'event' ? `/events/$event${own}` : own))
}

test('the table of this test has every route of the console', () => {
  expect(Object.keys(seen).sort()).toEqual(routesOfConsole().sort())
})

/** Screens that have lists, and say what to do first where there is nothing. */
function emptyAddresses() {
  return [
    '/',
    '/events',
    '/orders',
    '/attendees',
    '/desk',
    '/desk/batches',
    '/tills',
    '/door',
    '/coupons',
    '/fees',
    '/taxes',
    '/places',
    '/team',
    '/mails',
  ]
}

/**
 * What every run looks at: a narrow phone in daylight, and one other look, drawn by the commit, so that in time all are seen.
 * The long run looks at all of them.
 */
function looksOfThisRun(): readonly Look[] {
  if (process.env['LONG']) return allLooks
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  const others = allLooks.slice(1)
  const drawn = others[Number.parseInt(commit.slice(0, 7), 16) % others.length]
  console.log(`Every route at 320 px light, and at ${drawn?.join(' px ')}.`)
  return [[320, 'light'], ...(drawn ? [drawn] : [])]
}

/** Looks at each address in each look, and returns what hinders people there; a screen without faults is left out. */
async function lookAt(addresses: readonly string[], looks: readonly Look[], state = '') {
  const faults: { name: string; wider: number; hindrances: string[] }[] = []
  await visit({ bypassCSP: true }, async page => {
    await signIn(page, login)
    for (const address of addresses) {
      await openScreen(page, address)
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settled(page, colorScheme)
        const name = `console${state && `-${state}`}${nameOf(address)}-${width}-${colorScheme}`
        await photograph(page, name)
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        const found = await hindrances(page)
        if (wider > 0 || found.length > 0) faults.push({ name, wider, hindrances: found })
      }
    }
  })
  return faults
}

/** Waits until a screen is in its colours: one that is on its way to another has no contrast yet. */
function settled(page: Page, colours: string) {
  return page.waitForFunction(
    wanted =>
      document.documentElement.dataset['mantineColorScheme'] === wanted &&
      !document.getAnimations().some(one => one instanceof CSSTransition),
    colours,
  )
}

function nameOf(address: string) {
  return address
    .replace(/\d+/g, 'n')
    .replace(/[^\w]+/g, '-')
    .replace(/-$/, '')
}

/** Opens a screen, and waits until it has read what it shows. */
async function openScreen(page: Page, address: string) {
  await page.goto(`/admin${address === '/' ? '' : address}`)
  await page.locator('main h1').waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}

const addresses = Object.values(seen).flat()

test('screens without records are accessible, and say what to do first', () => {
  expect(empty).toEqual([])
})

test('every route is accessible and fits, on a phone and wide, light and dark', async () => {
  expect(await lookAt(addresses, looksOfThisRun())).toEqual([])
}, 900_000)

test('every route keeps to the content security policy and origin, and is loaded by its own address', async () => {
  complaints.length = 0
  await visit({ viewport: { width: 1280, height: 900 } }, async page => {
    await signIn(page, login)
    for (const address of addresses) await openScreen(page, address)
  })
  expect(complaints).toEqual([])
}, 300_000)

test('a service that fails is told on every screen with what to do, accessibly', async () => {
  const faults: string[] = []
  await visit({ bypassCSP: true, viewport: { width: 390, height: 800 } }, async page => {
    await signIn(page, login)
    await page.route(/\/svc\/(?!admin\/v1\/(me|session))/, route =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', data: {} } }),
    )
    for (const address of ['/', '/events', '/orders', '/team', `/events/${made.event}`]) {
      await page.goto(`/admin${address === '/' ? '' : address}`)
      await page.getByText('This could not be read').first().waitFor()
      faults.push(...(await hindrances(page)))
    }
  })
  complaints.length = 0
  expect(faults).toEqual([])
})

test('the first load is at most 190 KB of scripts and 45 KB of styles, sent compressed', async () => {
  await visit({ viewport: { width: 1280, height: 900 } }, async page => {
    const sizes = { script: 0, stylesheet: 0 }
    const encodings = new Set<string | undefined>()
    page.on('response', response => {
      const type = response.request().resourceType()
      if (type !== 'script' && type !== 'stylesheet') return
      encodings.add(response.headers()['content-encoding'])
      void response
        .request()
        .sizes()
        .then(({ responseBodySize }) => (sizes[type] += responseBodySize))
    })
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
    await signIn(page, login)
    await page.getByRole('link', { name: /^All \d+$/ }).waitFor()
    console.log(`First load: ${JSON.stringify(sizes)} bytes of gzip.`)
    expect([...encodings]).toEqual(['gzip'])
    expect(sizes.script).toBeGreaterThan(50_000)
    expect(sizes.script).toBeLessThanOrEqual(190 * 1024)
    expect(sizes.stylesheet).toBeLessThanOrEqual(45 * 1024)
  })
})

test('no part that a further screen loads is larger than 60 KB', () => {
  const folder = path.resolve(import.meta.dirname, '../../dist/console/assets')
  const sizes = readdirSync(folder)
    .filter(name => /\.(js|css)\.gz$/.test(name) && !name.startsWith('main-'))
    .map(name => ({ name, bytes: statSync(path.join(folder, name)).size }))
  expect(sizes.length).toBeGreaterThan(20)
  expect(sizes.filter(({ bytes }) => bytes > 60 * 1024)).toEqual([])
})
