import { existsSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { startApp } from '../support/start-app.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Where the photographs are put. */
const pictures = path.join(root, 'dist/pictures')

/** What a page did that no page may do: broke its policy, failed to load something, or asked another origin. */
export type Complaint = { address: string; what: string }

/** A service behind a socket, and a browser that looks at it. */
export async function openStage(environment: Record<string, string> = {}) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const app = await startApp({ PUBLIC_URL: base, DEV_PAGES: 'on', ...environment })
  await app.http.listen({ host: '127.0.0.1', port })
  const browser = await launch()
  afterAll(() => browser.close())
  const complaints: Complaint[] = []
  mkdirSync(pictures, { recursive: true })

  /** Runs `look` in a page of its own, whose complaints are collected. */
  async function visit<T>(
    options: BrowserContextOptions,
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext({ baseURL: base, ...options })
    const page = await context.newPage()
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
      if (protocol !== 'data:' && origin !== base) {
        complaints.push({ address: page.url(), what: `asks ${origin}` })
      }
    })
    try {
      return await look(page)
    } finally {
      await context.close()
    }
  }

  return { app, base, visit, complaints }
}

function launch(): Promise<Browser> {
  const places = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser']
  const executablePath = places.find(place => place !== undefined && existsSync(place))
  if (!executablePath) {
    throw new Error('No Chromium: install Debian’s package, or name one in CHROMIUM.')
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
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
