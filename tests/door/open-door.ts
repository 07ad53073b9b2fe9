import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath, freePlace } from '../browser/open-browser.ts'
import { atEnd } from '../support/at-end.ts'
import { qrContent } from '../../src/ticketing/checkin/draw-qr.ts'
import { newDevice } from '../support/door-phone.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const pictures = path.resolve(import.meta.dirname, '../../dist/pictures')

/** A service behind a socket, whose clock stands where the browser's was. */
export async function openDoors(environment: Record<string, string> = {}) {
  const { port, base } = await freePlace()
  const app = await startApp({ PUBLIC_URL: base, RATE_LIMIT: 'off', ...environment })
  app.clock.set(new Date())
  await app.http.listen({ host: '127.0.0.1', port })
  mkdirSync(pictures, { recursive: true })
  return { app, base }
}

export type Phone = { context: BrowserContext; page: Page; folder: string }

type PhoneOptions = {
  clip?: string
  folder?: string
  look?: { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } }
}

/** A phone with a profile of its own, whose camera shows a clip. */
export async function openPhone(
  base: string,
  { clip, folder = mkdtempSync(path.join(tmpdir(), 'door-')), look = {} }: PhoneOptions = {},
): Promise<Phone> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    baseURL: base,
    viewport: { width: 390, height: 800 },
    // Only for axe, which is put into the page.
    bypassCSP: look.colorScheme !== undefined,
    locale: 'en-GB',
    permissions: ['camera'],
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(clip === undefined ? [] : [`--use-file-for-fake-video-capture=${clip}`]),
    ],
    ...look,
  })
  context.setDefaultTimeout(20_000)
  atEnd(() => context.close())
  const [page = await context.newPage()] = context.pages()
  return { context, page, folder }
}

/** Pairs a phone by the address of its pairing, and opens the door. */
export async function pairAndOpen({ page }: Phone, app: TestApp, event: number, more: object = {}) {
  const { json } = await newDevice(app, event, { name: 'Ada', ...more })
  await page.goto(json.pairing.url)
  await page.getByRole('button', { name: 'Pair this phone' }).click()
  await page.getByRole('button', { name: 'Yes, open this door' }).click()
  await page.getByText('In step').waitFor()
  return json.id as number
}

/** Takes the network away, and waits until the phone has noticed. */
export async function goOffline({ page, context }: Phone) {
  await context.setOffline(true)
  await page.getByText('No network').waitFor()
}

/** Ends the browser as a dead battery does; its profile stays. */
export async function killPhone({ context, folder }: Phone) {
  const own = readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false
    const said = readArguments(pid)
    return (
      said.includes(`--user-data-dir=${folder}`) && !said.some(one => one.startsWith('--type='))
    )
  })
  if (own.length === 0) throw new Error('There is no browser to kill.')
  const closed = new Promise<void>(resolve => context.once('close', () => resolve()))
  for (const pid of own) process.kill(Number(pid), 'SIGKILL')
  await closed
}

function readArguments(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export const photographDoor = (page: Page, name: string) =>
  page.screenshot({ path: path.join(pictures, `door-${name}.png`) })

/** What stands in the code of an attendee. */
export async function codeOf({ db, deps }: TestApp, { id }: { id: number }): Promise<string> {
  const row = await db
    .selectFrom('attendees')
    .select(['id', 'event_id', 'ticket_id', 'security_code', 'generation'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return qrContent(deps, row)
}

/** A scanner that types. */
export async function type(page: Page, text: string) {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export const word = (page: Page, text: string) =>
  page.getByRole('heading', { name: text }).waitFor()

/** The scans of an event as the service has them, by phone and number. */
export const scansOf = ({ db }: TestApp, eventId: number) =>
  db
    .selectFrom('door_scans')
    .select(['seq', 'attendee_id', 'merged', 'verdict'])
    .where('event_id', '=', eventId)
    .orderBy('device_id')
    .orderBy('seq')
    .execute()
