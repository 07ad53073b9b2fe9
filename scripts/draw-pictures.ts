/**
 * Draws docs/pictures: pages of the demo season as a buyer meets them, from the list to the ticket, and the organiser's
 * console.
 * `npx tsx scripts/draw-pictures.ts`, after `npm run build`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'

const root = path.resolve(import.meta.dirname, '..')
const pictures = path.join(root, 'docs/pictures')
const folder = mkdtempSync(path.join(tmpdir(), 'marquee-pictures-'))
const port = 20_000 + (process.pid % 20_000)
const baseURL = `http://127.0.0.1:${port}`
const program = path.join(root, 'bin/marquee.js')
const env = { ...process.env, DATA_DIR: folder, PORT: String(port), PUBLIC_URL: baseURL }

const wide = { viewport: { width: 1280, height: 860 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)

async function until(isReady: () => Promise<boolean>) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isReady().catch(() => false)) return
    await pause(200)
  }
  throw new Error(`The service at ${baseURL} did not become ready.`)
}

async function draw(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await photograph(page, name)
}

/** For the console, which asks for news all the time, so that its network is never idle. */
async function drawLive(page: Page, name: string) {
  await pause(1500)
  await photograph(page, name)
}

async function photograph(page: Page, name: string) {
  const sharpest = await page.screenshot()
  const picture = sharp(sharpest).resize({ width: page.viewportSize()?.width === 390 ? 585 : 1280 })
  await picture.webp({ quality: 80 }).toFile(path.join(pictures, `${name}.webp`))
}

async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', ...options })
  await look(await context.newPage())
  await context.close()
}

async function drawAll(browser: Browser) {
  let event = ''
  await visit(browser, wide, async page => {
    await page.goto('/events/')
    await draw(page, 'list')
    await page.getByRole('link', { name: 'Opening Night' }).first().click()
    event = page.url()
    await page.locator('.choice').waitFor()
    await draw(page, 'event')
  })
  await visit(browser, { ...phone, colorScheme: 'dark' }, async page => {
    await page.goto(event)
    await draw(page, 'event-dark')
  })
  await visit(browser, phone, async page => {
    await page.goto(event)
    await page.locator('.choice [data-step="1"]').first().click()
    await page.getByRole('button', { name: 'Get tickets' }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    await draw(page, 'checkout')
    await page.getByLabel('Full name').first().fill('Ada Byron')
    await page.getByLabel('E-mail').first().fill('ada@example.org')
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByRole('button', { name: 'Simulate: the payment succeeds' }).click()
    await page
      .getByRole('link', { name: /Open the ticket/ })
      .first()
      .click()
    await page.waitForURL('**/ticket/**', { waitUntil: 'networkidle' })
    await draw(page, 'ticket')
  })
}

/** The console, which the link of the first start opens. */
async function drawConsole(browser: Browser, link: string) {
  await visit(browser, wide, async page => {
    await page.goto(link)
    for (const field of await page.locator('input[type=password]').all()) {
      await field.fill('a password for pictures alone')
    }
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.waitForURL('**/account')
    await page.goto('/admin/')
    await page.locator('.tonight').waitFor()
    await drawLive(page, 'console')
    await page.goto('/admin/events')
    await page.getByRole('link', { name: 'Opening Night' }).click()
    await page.locator('.columns').first().waitFor()
    await drawLive(page, 'console-event')
    await page.goto('/admin/orders')
    await page.locator('.records a').nth(3).click()
    await page.locator('.panel h2').first().waitFor()
    await drawLive(page, 'console-orders')
  })
}

const seeded = spawnSync(process.execPath, [program, 'seed'], { env, encoding: 'utf8' })
if (seeded.status !== 0) throw new Error(seeded.stderr)
const [signInLink = ''] = /\S+\/sign-in\/link\/\S+/.exec(seeded.stdout) ?? []
const service = spawn(process.execPath, [program, 'serve'], { env, stdio: 'ignore' })
try {
  await until(async () => (await fetch(`${baseURL}/readyz`)).ok)
  mkdirSync(pictures, { recursive: true })
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  })
  await drawAll(browser)
  await drawConsole(browser, signInLink)
  await browser.close()
} finally {
  service.kill()
  await once(service, 'exit')
  rmSync(folder, { recursive: true })
}
