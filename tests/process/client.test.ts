// Database: in the short run a server alone, where there is one.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, MarqueeError } from '../../client/src/index.ts'
import { makeInstallation, type Installation } from '../support/installation.ts'
import { adminPassword, type ServerProcess, startServer } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
let installation: Installation
let server: ServerProcess
let url = ''

beforeAll(async () => {
  installation = await makeInstallation()
  server = await startServer(installation.environment)
  url = `${server.base}/svc`
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  await installation.remove()
})

const draft = {
  title: 'Opening Night',
  start_date: '2031-06-01 19:00',
  end_date: '2031-06-01 23:00',
}
const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }

test('the main job, from an event to check-in, takes a few typed lines', async () => {
  const staff = createClient({ url, as: { login: 'admin', password: adminPassword } })
  const event = await staff.createEvent({ ...draft, status: 'publish' })
  const stalls = { provider: 'tc', name: 'Stalls', price: '', capacity: 3 } as const
  const ticket = await staff.createTicket({ post_id: event.id, ...stalls })
  await staff.updateTicket({ id: ticket.id, post_id: event.id, name: 'Floor' })
  const buyer = createClient({ url })
  const tickets = [{ ticket_id: ticket.id, quantity: 2 }]
  const { cart_hash } = await buyer.updateCart({ provider: 'tc', tickets })
  const order = await buyer.createFreeOrder({ cart_hash, purchaser })
  const door = createClient({
    url,
    as: { key: (await staff.createScannerKey({ name: 'Gate' })).api_key },
  })
  const [guest] = order.attendees
  const scan = { ticket_id: String(guest?.id), security_code: guest?.security_code ?? '' }
  expect((await door.checkInByCode(scan)).msg).toBe('Checked In!')
  let inside = 0
  for await (const attendee of staff.each('listAttendees', { post_id: event.id, per_page: 1 })) {
    if (attendee.checked_in) inside += 1
  }
  expect(inside).toBe(1)
  expect((await staff.getTicket({ id: ticket.id })).title).toBe('Floor')
  expect(await staff.deleteTicket({ id: ticket.id, post_id: event.id })).toBe(true)
})

test('a refusal is thrown with its code, what was wrong, and the id of the request', async () => {
  const buyer = createClient({ url })
  const refused = await buyer
    .listEvents({ per_pag: 3 } as never)
    .catch((error: unknown) => error as MarqueeError)
  expect(refused).toBeInstanceOf(MarqueeError)
  expect(refused).toMatchObject({
    code: 'rest_invalid_param',
    status: 400,
    data: { params: { per_pag: expect.stringContaining('Did you mean per_page?') } },
    requestId: expect.any(String),
  })
  expect(MarqueeError.is(refused, 'rest_invalid_param')).toBe(true)
  const lenient = createClient({ url, handling: 'lenient' })
  expect((await lenient.listEvents({ per_pag: 3 } as never)).events).toBeInstanceOf(Array)
})

test('a refusal keeps every member of the answer, such as the attendee of a refused scan', async () => {
  const staff = createClient({ url, as: { login: 'admin', password: adminPassword } })
  const event = await staff.createEvent({ ...draft, status: 'publish' })
  const stalls = { provider: 'tc', name: 'Stalls', price: '', capacity: 3 } as const
  const ticket = await staff.createTicket({ post_id: event.id, ...stalls })
  const buyer = createClient({ url })
  const tickets = [{ ticket_id: ticket.id, quantity: 1 }]
  const { cart_hash } = await buyer.updateCart({ provider: 'tc', tickets })
  const { attendees } = await buyer.createFreeOrder({ cart_hash, purchaser })
  const { api_key } = await staff.createScannerKey({ name: 'Gate' })
  const door = createClient({ url, as: { key: api_key } })
  const [guest] = attendees
  const scan = { ticket_id: String(guest?.id), security_code: guest?.security_code ?? '' }
  await door.checkInByCode(scan)
  const refused = await door.checkInByCode(scan).then(
    () => undefined,
    (error: unknown) => (error instanceof MarqueeError ? error : undefined),
  )
  expect(refused?.code).toBe('attendee_already_checked_in')
  expect(refused?.body.attendee?.id).toBe(guest?.id)
  expect(refused?.body).toMatchObject({ msg: refused?.message, error: refused?.code })
})

test('an answer that is no refusal of ours is thrown with its status', async () => {
  const answers = ['null', '"busy"', '[]', '<html>']
  const proxy = http.createServer((_, response) => response.writeHead(500).end(answers.pop()))
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const client = createClient({ url: `http://127.0.0.1:${port}/svc` })
  while (answers.length > 0) {
    await expect(client.listEvents()).rejects.toMatchObject({
      code: 'internal_server_error',
      status: 500,
      message: 'The service answered 500.',
    })
  }
  await new Promise(resolve => proxy.close(resolve))
})

test('a write is repeated with one idempotency key until it is answered, as soon as Retry-After allows', async () => {
  const keys: unknown[] = []
  const flaky = http.createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) request.socket.destroy()
    else if (keys.length === 2) response.writeHead(503, { 'retry-after': '1' }).end('{}')
    else response.writeHead(201).end('{"id":7}')
  })
  await new Promise<void>(resolve => flaky.listen(0, '127.0.0.1', resolve))
  const { port } = flaky.address() as AddressInfo
  const staff = createClient({ url: `http://127.0.0.1:${port}/svc` })
  const began = performance.now()
  expect((await staff.createEvent(draft)).id).toBe(7)
  expect(performance.now() - began).toBeGreaterThan(1000)
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, expect.any(String)])
  const signal = AbortSignal.abort()
  await expect(staff.listEvents({}, { signal })).rejects.toThrow()
  await new Promise(resolve => flaky.close(resolve))
})

test('the hand-written part is at most 6 KB compressed and has no dependencies', async () => {
  const files = ['index.ts', 'send.ts', 'errors.ts'].map(async file => {
    const text = readFileSync(path.join(root, 'client/src', file), 'utf8')
    return (await transform(text, { loader: 'ts', minify: true })).code
  })
  expect(gzipSync((await Promise.all(files)).join('')).length).toBeLessThan(6 * 1024)
  const manifest = JSON.parse(readFileSync(path.join(root, 'client/package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
})

test.runIf(process.env['LONG'])(
  'the packed client compiles in an empty folder, under TypeScript 5.9 and 7, with its types checked',
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-client-'))
    const npm = (args: readonly string[], cwd: string) =>
      execFileSync('npm', args, { cwd, stdio: 'pipe' }).toString()
    try {
      npm(['run', 'build:client'], root)
      const packed = npm(['pack', '--pack-destination', folder], path.join(root, 'client'))
      const file = packed.trim().split('\n').at(-1) ?? ''
      writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(path.join(folder, 'use.ts'), use)
      npm(['install', '--no-audit', '--no-fund', `./${file}`], folder)
      for (const version of ['5.9.3', '7.0.2']) {
        npm(['install', '--no-audit', '--no-fund', `typescript@${version}`], folder)
        execFileSync('npx', ['tsc', ...flags, 'use.ts'], { cwd: folder, stdio: 'pipe' })
      }
      expect(execFileSync('node', ['use.js'], { cwd: folder }).toString()).toBe('function\n')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

const flags = ['--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022']
const use = `import { createClient, type Event } from '@marquee-events/client'
const client = createClient({ url: 'http://127.0.0.1:3000/svc' })
export const titles = async () => {
  const events: Event[] = (await client.listEvents()).events
  return events.map(event => event.title.toUpperCase())
}
console.log(typeof client.listEvents)
`
