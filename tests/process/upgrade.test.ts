import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { frontProxy } from '../faults/front-proxy.ts'
import { salesUntil, seedOf } from '../faults/moments.ts'
import { openSale, type Sale, saleCard } from '../faults/sale.ts'
import { expectBooksToAgree, expectCleanAudit } from '../faults/settle-books.ts'
import { closedAfter, startMarquee } from '../faults/until-finished.ts'
import { client } from '../support/client.ts'
import { shellSteps } from '../support/code-blocks.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { newFolder } from '../support/installation.ts'
import { buildRelease, isInHistory, type Release, releases } from '../support/releases.ts'
import { adminAuthorization, adminPassword } from '../support/server-process.ts'

const sales = process.env['LONG'] === undefined ? 8 : 1000
const pauseMilliseconds = 20
/** On a busy machine this takes several times the ten seconds it takes alone. */
const timeout = process.env['LONG'] === undefined ? 180_000 : 3_600_000
const seed = seedOf()
/** On the embedded database a release takes seconds to start, so there the guide is followed in the long run. */
const runsHere = onPostgres || process.env['LONG'] !== undefined
const buildable = releases().filter(isInHistory)
for (const { version, commit } of onPostgres ? releases() : []) {
  if (buildable.some(release => release.version === version)) continue
  console.log(`Not tested beside ${version}: ${commit} is not in the history here.`)
}

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Staff write during the sale, and read after each write. The last acknowledged value must be there in the end. */
async function staffAtWork({ staff, tickets }: Sale) {
  const { postId } = tickets.free
  const event = await staff('POST', '/events/v1/events', {
    title: 'A matinee',
    start_date: '2031-06-02 14:00:00',
    end_date: '2031-06-02 16:00:00',
  })
  const ticket = await staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Gallery',
    price: '',
    ticket: { mode: 'own', capacity: 5000 },
  })
  const person = await staff('POST', '/tickets/v1/attendees', {
    ticket_id: ticket.json.id,
    full_name: 'Ann Heron',
    email: 'ann@example.org',
  })
  expect([event.status, ticket.status, person.status]).toEqual([201, 202, 201])
  const at = {
    event: `/events/v1/events/${event.json.id}`,
    ticket: `/tickets/v1/tickets/${ticket.json.id}`,
    person: `/tickets/v1/attendees/${person.json.id}`,
  }
  const odd: string[] = []
  const acknowledged = { rounds: 0 }
  const working = { stopped: false }

  async function ask(method: string, path: string, body?: object) {
    const { status, json } = await staff(method, path, body)
    if (status >= 300) odd.push(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
    return json
  }

  async function work() {
    for (let round = 1; !working.stopped; round += 1) {
      const { nonces } = await ask('GET', at.ticket)
      await ask('PUT', at.ticket, {
        post_id: event.json.id,
        edit_ticket_nonce: nonces?.edit,
        name: `Gallery ${round}`,
      })
      await ask('POST', at.event, { title: `A matinee ${round}` })
      await ask('POST', at.person, { full_name: `Ann Heron ${round}` })
      acknowledged.rounds = round
      await ask('GET', '/events/v1/events?start_date=2031-01-01&search=matinee')
      await ask('GET', `/tickets/v1/tickets?include_post=${postId}`)
      await ask('GET', `/tickets/v1/attendees?post_id=${postId}&per_page=50`)
      await wait(pauseMilliseconds)
    }
  }

  const worked = work()
  worked.catch(() => {})
  return async () => {
    working.stopped = true
    await worked
    expect(odd).toEqual([])
    const { rounds } = acknowledged
    expect(rounds).toBeGreaterThan(3)
    expect((await ask('GET', at.event)).title).toBe(`A matinee ${rounds}`)
    expect((await ask('GET', at.ticket)).title).toBe(`Gallery ${rounds}`)
    expect((await ask('GET', at.person)).title).toBe(`Ann Heron ${rounds}`)
  }
}

const folders = new Map<Release, string>()

/** Where the release stands, built. */
function folderOf(release: Release): string {
  const folder = folders.get(release)
  if (folder === undefined) throw new Error(`${release.version} was not built.`)
  return folder
}

beforeAll(() => {
  for (const release of runsHere ? buildable : []) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-release-'))
    folders.set(release, folder)
    const differences = buildRelease(release, folder)
    if (differences.length === 0) continue
    console.log(`${release.version} was built with other packages: ${differences.join('; ')}.`)
  }
}, timeout)
afterAll(() => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
})

describe.runIf(onPostgres).each(buildable)('beside $version (needs the history)', release => {
  test(
    `this version takes over during a sale, and no request fails (SEED=${seed})`,
    async () => {
      const database = await createServerDatabase({ bare: true })
      onTestFinished(() => database.drop())
      const { card, environment: paying } = await saleCard()
      const environment = {
        DATABASE_URL: database.url,
        PUBLIC_URL: 'http://127.0.0.1:1',
        STOP_DELAY: '1',
        ...paying,
      }
      const proxy = closedAfter(await frontProxy())
      const old = await startMarquee(environment, folderOf(release))
      await proxy.add(old.base)
      const sale = await openSale({ base: () => proxy.base, card, seed })
      const close = sale.begin()
      const finish = await staffAtWork(sale)
      await salesUntil(sale.books, sales)

      const successor = await startMarquee(environment)
      await proxy.add(successor.base)
      await salesUntil(sale.books, 2 * sales)
      for (const { base } of [old, successor]) expect(proxy.counts[base]).toBeGreaterThan(0)

      expect([await old.kill('SIGTERM'), old.output()]).toEqual([0, expect.anything()])
      proxy.remove(old.base)
      await salesUntil(sale.books, sales)
      await close()
      await finish()
      await sale.deliverAll()
      const odd = Object.keys(sale.books.answers).filter(status => !/^2|^409$/.test(status))
      expect([odd, sale.books.answers, old.output()]).toEqual([
        [],
        expect.anything(),
        expect.anything(),
      ])
      await expectBooksToAgree(sale)
      await expectCleanAudit(environment)
    },
    timeout,
  )
})

/** Sells two places by the interface, as a site of an organiser does. */
async function sellTwoPlaces(base: string) {
  const { staff, anyone } = client(base, { authorization: adminAuthorization })
  const event = await staff('POST', '/events/v1/events', {
    title: 'Before the upgrade',
    start_date: '2031-06-02 14:00:00',
    end_date: '2031-06-02 16:00:00',
    status: 'publish',
  })
  const ticket = await staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Stalls',
    price: '',
    ticket: { mode: 'own', capacity: 5 },
  })
  const tickets = [{ ticket_id: ticket.json.id, quantity: 2 }]
  const cart = await anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
  const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
  const { cart_hash } = cart.json
  const order = await anyone('POST', '/tickets/v1/commerce/free/order', { cart_hash, purchaser })
  expect([event.status, ticket.status, order.status]).toEqual([201, 202, 200])
  const [guest] = order.json.attendees
  const eventId = event.json.id as number
  return { orderId: order.json.id as number, eventId, ticketId: ticket.json.id as number, guest }
}

async function orderOnePlace(base: string, ticketId: number): Promise<number> {
  const { anyone } = client(base, { authorization: adminAuthorization })
  const tickets = [{ ticket_id: ticketId, quantity: 1 }]
  const { json } = await anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
  const { cart_hash } = json
  const purchaser = { name: 'Ben Oak', email: 'ben@example.org' }
  const order = await anyone('POST', '/tickets/v1/commerce/free/order', { cart_hash, purchaser })
  return order.json.id
}

/** The settings of a database that no release has seen. */
async function emptyDatabase(folder: string): Promise<Record<string, string>> {
  if (!onPostgres) return { DATA_DIR: path.join(folder, 'data') }
  const database = await createServerDatabase({ bare: true })
  onTestFinished(() => database.drop())
  return { DATABASE_URL: database.url }
}

/** Every mail, the newest first, once the order's own is among them. 0.1.0 sends none and knows no such address. */
async function mailsOnceSent(base: string, orderId: number) {
  const { staff } = client(base, { authorization: adminAuthorization })
  const listed = await staff('GET', '/admin/v1/messages')
  if (listed.status === 404) return []
  const mails = async () => (await staff('GET', '/admin/v1/messages')).json.messages
  const mail = expect.objectContaining({ kind: 'order.confirmed', order_id: orderId })
  await expect.poll(mails, { timeout: 20_000 }).toContainEqual(mail)
  return await mails()
}

describe.runIf(runsHere).each(buildable)('the guide for upgrading from $version', release => {
  test(
    'leads to this version with everything that was sold, and tickets of before are admitted',
    async () => {
      const scratch = newFolder()
      onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
      const environment = await emptyDatabase(scratch)
      const before = await startMarquee(environment, folderOf(release))
      const { orderId, eventId, ticketId, guest } = await sellTwoPlaces(before.base)
      const mailsBefore = await mailsOnceSent(before.base, orderId)
      expect(await before.kill('SIGTERM')).toBe(0)

      const settings = path.join(scratch, 'marquee.env')
      const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`)
      writeFileSync(settings, lines.join(''))
      const here = (code: string) =>
        code
          .replaceAll('/opt/marquee-old', folderOf(release))
          .replaceAll('/opt/marquee', root)
          .replaceAll('DATA_DIR=/', 'DATABASE_URL= DATA_DIR=/')
          .replaceAll(/\/(backups|srv)\//g, `${scratch}/`)
          .replaceAll('/etc/marquee.env', settings)
          .replaceAll(/^marquee /gm, `node ${root}/bin/marquee.js `)
      const guide = readFileSync(path.join(root, 'docs/operate/upgrading.md'), 'utf8')
      const steps = shellSteps(guide)
      expect(steps.length).toBeGreaterThan(1)
      const script = steps.map(({ code }) => here(code)).join('\n')
      const env = {
        ...process.env,
        ADMIN_APPLICATION_PASSWORD: adminPassword,
        ...environment,
      }
      const { stdout } = await run('bash', ['-eu', '-c', script], { env })
      expect(stdout).toContain('Stock, attendance, orders and books are in order.')

      const after = await startMarquee(environment)
      const { staff } = client(after.base, { authorization: adminAuthorization })
      expect((await staff('GET', `/events/v1/events/${eventId}`)).json.title).toBe(
        'Before the upgrade',
      )
      const ticket = await staff('GET', `/tickets/v1/tickets/${ticketId}`)
      expect(ticket.json.capacity_details).toMatchObject({ sold: 2, available: 3 })
      const key = await staff('POST', '/tickets/v1/scanner-keys', { name: 'Gate' })
      const scan = new URLSearchParams({
        api_key: key.json.api_key,
        ticket_id: String(guest.id),
        security_code: guest.security_code,
      })
      expect((await staff('GET', `/tickets/v1/qr?${scan}`)).json.msg).toBe('Checked In!')

      // Facts are read in their order: once the mail of a new order is there, none of an old one comes any more.
      const newOrder = await orderOnePlace(after.base, ticketId)
      const mailsAfter = await mailsOnceSent(after.base, newOrder)
      const ordersOf = (mails: { order_id: number }[]) => mails.map(({ order_id }) => order_id)
      expect(ordersOf(mailsAfter)).toEqual([newOrder, ...ordersOf(mailsBefore)])
    },
    timeout,
  )
})
