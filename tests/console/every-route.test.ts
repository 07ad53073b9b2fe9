import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hindrances, photograph } from '../browser/open-browser.ts'
import { fillConsole } from './fill-console.ts'
import { openConsole, signIn } from './open-console.ts'

const stage = await openConsole({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'box@tickets.test' })
const { app, login, complaints, visit } = stage
const empty = await visitEmpty()
const made = await fillConsole(app)

/** Each route of the console, and addresses at which it is seen with data. */
const seen: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/events': ['/events', '/events?show=all&search=nothing+is+called+this'],
  '/events/new': ['/events/new'],
  '/events/$event': [],
  '/events/$event/': [`/events/${made.event}`],
  '/events/$event/edit': [`/events/${made.event}/edit`],
  '/events/$event/call-off': [`/events/${made.event}/call-off`],
  '/events/$event/tickets': [`/events/${made.event}/tickets`],
  '/events/$event/tickets/new': [`/events/${made.event}/tickets/new`],
  '/events/$event/tickets/$ticket': [`/events/${made.event}/tickets/${made.ticket}`],
  '/events/$event/import': [`/events/${made.event}/import`],
  '/imports': ['/imports'],
  '/imports/$run': [`/imports/${made.run}`],
  '/orders': ['/orders', `/orders?open=${made.order}`],
  '/orders/$order': [`/orders/${made.order}`],
  '/attendees': ['/attendees', `/attendees?filter.event=${made.event}`],
  '/door': ['/door'],
  '/coupons': ['/coupons'],
  '/fees': ['/fees'],
  '/team': ['/team'],
  '/mails': ['/mails'],
  '/settings': ['/settings'],
  '/account': ['/account'],
}

/** The paths in the console's table of routes. */
function routesOfConsole(): string[] {
  const file = path.resolve(import.meta.dirname, '../../console/src/routes.tsx')
  const source = readFileSync(file, 'utf8')
  const routes = [...source.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'/g)]
  return routes.map(([, parent, own = '']) => (parent === 'event' ? `/events/$event${own}` : own))
}

test('the table of this test has every route of the console', () => {
  expect(Object.keys(seen).sort()).toEqual(routesOfConsole().sort())
})

/** Photographs of screens without any records, taken before the others are made. */
async function visitEmpty() {
  const states: { name: string; hindrances: string[] }[] = []
  await visit({ bypassCSP: true, viewport: { width: 1280, height: 900 } }, async page => {
    await signIn(page, login)
    for (const address of [
      '/',
      '/events',
      '/orders',
      '/attendees',
      '/door',
      '/coupons',
      '/fees',
      '/team',
      '/mails',
      '/imports',
    ]) {
      const name = `console-empty${nameOf(address)}`
      await openScreen(page, address)
      await photograph(page, name)
      states.push({ name, hindrances: await hindrances(page) })
    }
  })
  return states
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

test('screens without records are accessible, and say what to do first', () => {
  for (const one of empty) expect(one).toEqual({ ...one, hindrances: [] })
})

const addresses = Object.values(seen).flat()
const looks = [
  [320, 'light'],
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'dark'],
] as const

describe('every route of the console', () => {
  test.each(addresses)(
    '%s is accessible and fits, on a phone and wide, light and dark',
    async address => {
      await visit({ bypassCSP: true }, async page => {
        await signIn(page, login)
        await openScreen(page, address)
        for (const [width, colorScheme] of looks) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme })
          const name = `console${nameOf(address)}-${width}-${colorScheme}`
          await photograph(page, name)
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect({ name, wider, hindrances: await hindrances(page) }).toEqual({
            name,
            wider: 0,
            hindrances: [],
          })
        }
      })
    },
  )

  test('keeps to the content security policy and origin, and is loaded by its own address', async () => {
    complaints.length = 0
    await visit({ viewport: { width: 1280, height: 900 } }, async page => {
      await signIn(page, login)
      for (const address of addresses) await openScreen(page, address)
    })
    expect(complaints).toEqual([])
  })
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
    await page.waitForLoadState('networkidle')
    console.log(`First load: ${JSON.stringify(sizes)} bytes of gzip.`)
    expect([...encodings]).toEqual(['gzip'])
    expect(sizes.script).toBeGreaterThan(50_000)
    expect(sizes.script).toBeLessThanOrEqual(190 * 1024)
    expect(sizes.stylesheet).toBeLessThanOrEqual(45 * 1024)
  })
})
