import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { atEnd } from '../support/at-end.ts'
import { startPaidApp } from '../support/paid-app.ts'
import { startApp } from '../support/start-app.ts'
import { playStripe, playWallet } from './play-providers.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Where the photographs are put. */
const pictures = path.join(root, 'dist/pictures')

/** What a page did that no page may do: broke its policy, failed to load something, or asked another origin. */
export type Complaint = { address: string; what: string }

/** A service behind a socket, and a browser that looks at it. */
export async function openStage(environment: Record<string, string> = {}) {
  const { port, base } = await freePlace()
  const app = await startApp({ PUBLIC_URL: base, DEV_PAGES: 'on', ...environment })
  await app.http.listen({ host: '127.0.0.1', port })
  return { app, base, ...(await look({ base })) }
}

/** A service whose payments go to the fakes of both providers, and a browser that finds their pages, too. */
export async function openPaidStage() {
  const { port, base } = await freePlace()
  const paid = await startPaidApp({ PUBLIC_URL: base, DEV_PAGES: 'on' })
  await paid.app.http.listen({ host: '127.0.0.1', port })
  const prepare = async (context: BrowserContext) => {
    await playStripe(context, paid.card)
    await playWallet(context, paid.wallet)
  }
  const stripe = ['js', 'api', 'hooks'].map(name => `https://${name}.stripe.com`)
  const others = [...stripe, 'https://www.sandbox.paypal.com', paid.wallet.url]
  return { ...paid, base, ...(await look({ base, others, prepare })) }
}

type Looking = {
  base: string
  /** Origins that pages may ask beside their own. */
  others?: readonly string[]
  prepare?: (context: BrowserContext) => Promise<void>
}

async function look({ base, others = [], prepare }: Looking) {
  const browser = await launch()
  atEnd(() => browser.close())
  const complaints: Complaint[] = []
  mkdirSync(pictures, { recursive: true })

  /** Runs `act` in a browser window of its own; the complaints of its pages are collected. */
  async function visit<T>(
    options: BrowserContextOptions,
    act: (page: Page) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext({ baseURL: base, ...options })
    context.setDefaultTimeout(20_000)
    await prepare?.(context)
    context.on('page', page => watch(page))
    try {
      return await act(await context.newPage())
    } finally {
      await context.close()
    }
  }

  function watch(page: Page) {
    const pages = new Set<string>()
    page.on('console', message => {
      // The page itself may be one that says that something is not there.
      if (message.type() === 'error' && !pages.has(message.location().url)) {
        complaints.push({ address: page.url(), what: message.text() })
      }
    })
    page.on('pageerror', error => complaints.push({ address: page.url(), what: error.message }))
    page.on('request', request => {
      if (request.isNavigationRequest()) pages.add(request.url())
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== base && !others.includes(origin)) {
        complaints.push({ address: page.url(), what: `asks ${origin}` })
      }
    })
  }

  return { visit, complaints }
}

/** Debian's Chromium. */
export function launch(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', ...more] })
}

/** Where Debian's Chromium is. */
export function chromiumPath(): string {
  const places = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser']
  const executablePath = places.find(place => place !== undefined && existsSync(place))
  if (!executablePath) {
    throw new Error('No Chromium: install Debian’s package, or name one in CHROMIUM.')
  }
  return executablePath
}

/** A port that nobody listens on, and the address of a site there. */
export async function freePlace(): Promise<{ port: number; base: string }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return { port, base: `http://127.0.0.1:${port}` }
}

/** Takes the picture of a whole page. */
export const photograph = (page: Page, name: string) =>
  page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true })

type Violation = { id: string; help: string; nodes: { html: string }[] }

/** What hinders people with this page, as axe-core judges it: WCAG 2.2 AA and its best practices. */
export async function hindrances(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.addScriptTag({ content: axe.source })
  const violations = await page.evaluate(async () => {
    const { axe: judge, document } = globalThis as unknown as {
      document: unknown
      axe: { run: (where: unknown, options: object) => Promise<{ violations: Violation[] }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
    const found = await judge.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return found.violations
  })
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(' ')}`,
  )
}
