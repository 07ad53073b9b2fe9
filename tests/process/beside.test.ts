// Database: in the short run the embedded one alone.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../client/src/index.ts'
import { type Client, client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { makeInstallation, type Installation } from '../support/installation.ts'
import {
  adminAuthorization,
  adminPassword,
  runCommand,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts'

// Commands beside a service that has the database open, the embedded one too.
/** The page of the demo's opening night at f1af8ea, compressed by gzip. */
const bytesBefore = 7183

let installation: Installation
let server: ServerProcess
let staff: Client
const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-backup-'))

beforeAll(async () => {
  installation = await makeInstallation()
  server = await startServer({ ...installation.environment, LOG_LEVEL: 'info', HOLD_MINUTE: '5' })
  staff = client(server.base, { authorization: adminAuthorization })
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  await installation.remove()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(onPostgres)('a command waits for a service that is just starting', async () => {
  const other = await makeInstallation()
  const starting = startServer(other.environment)
  const lock = path.join(other.environment['DATA_DIR'] ?? '', 'in-use.sock')
  await expect.poll(() => existsSync(lock), { timeout: 20_000, interval: 5 }).toBe(true)
  const { code, output } = await runCommand(['jobs', 'list'], other.environment)
  expect([code, output]).toEqual([0, expect.stringContaining('No job has failed for good.')])
  await (await starting).kill('SIGTERM')
  await other.remove()
})

/** Each opens a copy of its own, which takes seconds. */
const more = [
  [['doctor'], 'Stock, attendance, orders and books are in order.'],
  [['audit'], 'in order'],
  [['person', 'export', 'guest1@example.org'], 'Guest 1'],
] as const

const marquee = (...args: string[]) => runCommand(args, installation.environment)

/** A ticket of an event of its own. */
async function ticketOnSale(title: string, draft: { price: string; capacity: number }) {
  const event = await staff.staff('POST', '/events/v1/events', {
    title,
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const { json } = await staff.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    ...draft,
  })
  return { id: json.id as number }
}

test('the version is shown by the command, at the start and in the metrics', async () => {
  const { code, output } = await marquee('--version')
  expect([code, output]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  const started =
    server
      .output()
      .split('\n')
      .find(line => line.includes('"started"')) ?? '{}'
  expect(JSON.parse(started)).toMatchObject({
    version: output.trim(),
    migration: expect.stringMatching(/^\d{4}_/),
  })
  const metrics = await (await fetch(`${server.base}/metrics`)).text()
  expect(metrics).toContain(`marquee_build_info{version="${output.trim()}"`)
  expect(metrics).toMatch(/marquee_jobs\{state="failed"\} \d+/)
  expect(metrics).toMatch(/marquee_places\{state="held"\} \d+/)
})

test('a misspelt setting is named at the start', async () => {
  const warning = 'HOLD_MINUTE is not a setting; did you mean HOLD_MINUTES?'
  // The log is written a moment after the service is ready.
  await expect.poll(server.output).toContain(warning)
})

test('a proxy’s request id becomes the id of the answer once it is harmless', async () => {
  const idOf = async (sent: string) => {
    const answer = await fetch(`${server.base}/svc/events/v1/events`, {
      headers: { 'x-request-id': sent },
    })
    return answer.headers.get('request-id')
  }
  expect(await idOf('edge-7f3.1')).toBe('edge-7f3.1')
  expect(await idOf('edge-7f3.2')).toBe('edge-7f3.2')
  expect(await idOf('a b"c')).toMatch(/^[\w-]{36}$/)
})

test('commands for demo data, the audit, jobs and a person’s data work while the service runs', async () => {
  const seeded = await marquee('seed', '--orders', '12')
  expect([seeded.code, seeded.output]).toEqual([0, expect.stringContaining('Added "')])
  for (const [command, words] of [
    [['jobs', 'list'], 'No job has failed for good.'],
    ...(process.env['LONG'] === undefined ? [] : more),
  ] as const) {
    const { code, output } = await marquee(...command)
    expect([command, code, output]).toEqual([command, 0, expect.stringContaining(words)])
  }
  const unknown = await marquee('jobs', 'retry', '999')
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('999')])
  if (onPostgres) return
  const left = readdirSync(installation.environment['DATA_DIR'] ?? '')
  expect(left.filter(name => name.startsWith('copy-'))).toEqual([])
})

test('the page of a demo event, with its styles and scripts, stays within 1.3 times its weight before it was redrawn', async () => {
  await marquee('seed', '--orders', '12')
  const page = await fetch(`${server.base}/event/opening-night/`).then(answer => answer.text())
  expect(page).toContain('Opening Night')
  // What it needs is inside, but for its picture and its icon.
  expect(page).not.toMatch(/<script[^>]*\ssrc=|rel="?(?:stylesheet|modulepreload)/)
  expect(gzipSync(page).length).toBeLessThanOrEqual(bytesBefore * 1.3)
})

test('commands for accounts and for erasing a person work while the service runs', async () => {
  const added = await marquee('user', 'add', 'beside', 'beside@example.org', '--role', 'editor')
  expect([added.code, added.output]).toEqual([0, expect.stringContaining('beside (editor)')])
  const secret = added.output.trim().split(/\s+/).at(-1)
  const authorization = `Basic ${Buffer.from(`beside:${secret}`).toString('base64')}`
  const ownKeys = () =>
    fetch(`${server.base}/svc/admin/v1/keys`, { headers: { authorization } }).then(
      ({ status }) => status,
    )
  expect(await ownKeys()).toBe(200)
  const changed = await marquee('user', 'change', 'beside', '--display-name', 'Bea Side')
  expect([changed.code, changed.output]).toEqual([0, expect.stringContaining('Bea Side')])
  const link = await marquee('user', 'link', 'beside', '--for', 'sign-in')
  const address = /http\S+/.exec(link.output)?.[0] ?? ''
  expect((await fetch(server.base + new URL(address).pathname)).status).toBe(200)
  const key = await marquee('key', 'create', 'beside', 'Beside', '--scopes', 'read')
  expect([key.code, key.output]).toEqual([0, expect.stringContaining('mqk_')])
  const reset = await marquee('user', 'password', 'beside')
  expect([reset.code, reset.output]).toEqual([0, expect.stringContaining('Ended the API key')])
  expect(await ownKeys()).toBe(401)
  const wrong = await marquee('user', 'add', 'king', 'king@example.org', '--role', 'king')
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('There is no role king')])
  const erased = await marquee('person', 'erase', 'nobody@example.org')
  expect([erased.code, erased.output]).toEqual([0, expect.stringContaining('nobody@example.org')])
})

test('reconciling and converting prices work while the service runs', async () => {
  const ticket = await ticketOnSale('Repriced', { price: '20.00', capacity: 10 })
  const readTicket = () => staff.anyone('GET', `/tickets/v1/tickets/${ticket.id}`)
  expect((await readTicket()).json.cost).toBe('$20.00')
  const compared = await marquee('reconcile')
  expect(compared.code).toBe(0)
  expect(JSON.parse(compared.output)).toMatchObject({ open: { failed: [] }, ended: {} })

  const refused = await marquee('reprice', '--from', 'USD', '--to', 'EUR', '--rate', '0.000001')
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('Nothing was changed'),
  ])
  expect((await readTicket()).json.cost).toBe('$20.00')
  const done = await marquee('reprice', '--from', 'USD', '--to', 'EUR', '--rate', '0.9')
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('Now in EUR')])
  // The running service's copies in memory change with the rows.
  expect((await readTicket()).json.cost).toContain('18.00')
})

test('commands for mails work while the service runs', async () => {
  const sent = await marquee('mail', 'test', 'somebody@example.org')
  expect([sent.code, sent.output]).toEqual([0, expect.stringMatching(/Message \d+ is captured\./)])
  const id = /Message (\d+)/.exec(sent.output)?.[1] ?? ''
  const again = await marquee('mail', 'retry', id)
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('captured')])
  // The other commands read a copy of their own, which takes seconds.
  if (process.env['LONG'] === undefined) return
  const listed = await marquee('mail', 'list', '--state', 'captured')
  expect([listed.code, listed.output]).toEqual([0, expect.stringContaining('captured test (1)')])
  const orders = await staff.staff('GET', '/tickets/v1/orders?status=completed&per_page=1')
  const out = path.join(folder, 'mails')
  const order = String(orders.json.orders[0].id)
  const written = await marquee('mail', 'preview', '--order', order, '--out', out)
  expect([written.code, written.output]).toEqual([0, expect.stringMatching(/Wrote \d+ mails/)])
  const files = readdirSync(out)
  for (const locale of ['en', 'de', 'nb', 'fr', 'es']) {
    expect(files).toContain(`order.confirmed.${locale}.eml`)
    // The order is paid; its mails about a failed payment are shown as well.
    expect(files).toContain(`order.failed.${locale}.eml`)
  }
})

test.runIf(process.env['LONG'])(
  'a backup made during a sale has every order acknowledged before it, and its audit finds nothing',
  async () => {
    const ticket = await ticketOnSale('Backed up', { price: '', capacity: 100_000 })
    const acknowledged: number[] = []
    const sale = new AbortController()
    async function buyer() {
      while (!sale.signal.aborted) {
        const tickets = [{ ticket_id: ticket.id, quantity: 1 }]
        const cart = await staff.anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
        const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
        const { cart_hash } = cart.json
        const body = { cart_hash, purchaser }
        const order = await staff.anyone('POST', '/tickets/v1/commerce/free/order', body)
        expect(order.status).toBe(200)
        acknowledged.push(order.json.id)
      }
    }
    const buyers = [buyer(), buyer(), buyer()]
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(20)
    const before = [...acknowledged]
    const file = path.join(folder, 'backup.gz')
    const written = await marquee('backup', file)
    sale.abort()
    await Promise.all(buyers)
    expect([written.code, written.output]).toEqual([0, expect.stringContaining('Written to')])

    const other = await makeInstallation()
    try {
      const restored = await runCommand(['restore', file], other.environment)
      expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('in order')])
      const again = await startServer(other.environment)
      const as = { login: 'admin', password: adminPassword }
      const reader = createClient({ url: `${again.base}/svc`, as })
      const kept = new Set<number>()
      for await (const { id, status } of reader.each('listOrders', { per_page: 100 })) {
        if (status === 'completed') kept.add(id)
      }
      expect(before.filter(id => !kept.has(id))).toEqual([])
      await again.kill('SIGTERM')
    } finally {
      await other.remove()
    }
  },
)
