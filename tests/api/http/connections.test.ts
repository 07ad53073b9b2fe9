// Database: in the short run a server alone, where there is one.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ RATE_LIMIT: '1000', CONNECTIONS_PER_ADDRESS: '3' })
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.http.server.address() as AddressInfo

/** A client that never closes its half of the connection. */
async function connect(bytes = '') {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('error', () => {})
  socket.on('data', data => {
    text += data.toString()
  })
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return { socket, text: () => text, end: once(socket, 'end') }
}

const open = () =>
  new Promise<number>((resolve, reject) =>
    app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

const unread = 'x'.repeat(300_000)

test.each([
  ['JSON with filters', '/svc/events/v1/events?_method=GET', 'application/json', '{"search":"'],
  ['JSON', '/svc/tickets/v1/cart', 'application/json', '{"provider":"'],
])(
  'a body of %s that is not read to its end closes the connection, so that no later request on it waits',
  async (_what, path, type, begin) => {
    const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 900000\r\n\r\n`
    const { text, end } = await connect(head + begin + unread)
    await end
    expect(text()).toMatch(/^HTTP\/1.1 413 /)
    expect(text()).toMatch(/\r\nconnection: close\r\n/i)
  },
)

test.each([
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400, 'rest_invalid_body'],
  [
    'too many bytes of headers',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'rest_headers_too_large',
  ],
])(
  '%s are refused in the error shape, and the connection is closed even if the client keeps it open',
  async (_what, bytes, status, code) => {
    const { text, end } = await connect(bytes)
    await end
    expect(text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(text().split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code,
      data: { status, doc_url: `http://tickets.test/docs/errors#${code}` },
    })
    await vi.waitFor(async () => expect(await open()).toBe(0), 5000)
  },
)

test('a request has half a minute to arrive whole, because its headers have no longer', () => {
  const { headersTimeout, requestTimeout } = app.http.server
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 30_000])
})

test('an address has a limited number of connections, and one that ends makes room', async () => {
  const [first, ...others] = await Promise.all([connect(), connect(), connect()])
  await vi.waitFor(async () => expect(await open()).toBe(3), 5000)
  const refused = await connect()
  await refused.end
  expect(refused.text()).toContain('/docs/errors#rest_too_many_requests')
  first?.socket.destroy()
  await vi.waitFor(async () => {
    const next = await connect('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    await next.end
    expect(next.text()).toMatch(/^HTTP\/1.1 200 /)
  }, 5000)
  for (const { socket } of others) socket.destroy()
})
