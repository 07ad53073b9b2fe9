// Database: in the short run a server alone, where there is one.
import net, { type AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { picture } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { authorization } = await app.person('administrator')
await app.http.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.http.server.address() as AddressInfo
const sockets = new Set<net.Socket>()
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

const ended = 'The client went away before its request was complete.'

/**
 * Sends the beginning of a request and disconnects when the server has it. Returns what is logged about the
 * request.
 */
async function cutOff(text: string, until: (messages: string[]) => void) {
  const from = app.watched.lines.length
  const socket = net.connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => undefined)
  const over = new Promise<void>(done =>
    app.http.server.once('request', (_request, response) => {
      response.once('close', done)
      setImmediate(() => socket.resetAndDestroy())
    }),
  )
  socket.write(text)
  await over
  const lines = () =>
    app.watched.lines
      .slice(from)
      .map(line => JSON.parse(line) as { level: number; msg: string; reqId: string })
  await vi.waitFor(() => until(lines().map(({ msg }) => msg)), 5000)
  return lines()
}

const head = (path: string, lines: string[]) =>
  [`POST /svc${path} HTTP/1.1`, 'host: localhost', `authorization: ${authorization}`, ...lines]
    .join('\r\n')
    .concat('\r\n\r\n')

test.each([
  [
    'JSON',
    '/events/v1/events',
    ['content-type: application/json', 'content-length: 90'],
    '{"title',
  ],
  [
    'a form',
    '/events/v1/events',
    ['content-type: application/x-www-form-urlencoded', 'content-length: 90'],
    'title=',
  ],
  ['a picture', '/events/v1/images', ['content-type: image/png', 'content-length: 90'], 'png'],
  [
    'a picture in a form',
    '/events/v1/images',
    ['content-type: multipart/form-data; boundary=b', 'content-length: 900'],
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\npng',
  ],
  [
    'chunks',
    '/events/v1/events',
    ['content-type: application/json', 'transfer-encoding: chunked'],
    '3\r\n{"t\r\n',
  ],
  [
    'a question',
    '/events/v1/events',
    ['x-http-method-override: GET', 'content-type: application/json', 'content-length: 90'],
    '{"search',
  ],
])(
  '%s that its sender breaks off is logged as aborted, and not as a fault of the service',
  async (...given) => {
    const [, path, lines, begun] = given
    const said = await cutOff(head(path, lines) + begun, told => expect(told).toContain(ended))
    expect(said.filter(({ level }) => level >= 40)).toEqual([])
    // Every line of one request has the same id.
    expect(new Set(said.map(({ reqId }) => reqId))).toEqual(new Set([expect.any(String)]))
  },
)

test('a picture whose reader goes away is logged as aborted as well', async () => {
  const file = await picture(400, 300)
  const made = await app.events('POST', '/images', {
    as: 'administrator',
    body: file,
    headers: { 'content-type': 'image/png' },
  })
  const { pathname } = new URL(made.json.url)
  const said = await cutOff(`GET ${pathname} HTTP/1.1\r\nhost: localhost\r\n\r\n`, () => undefined)
  expect(said.filter(({ level }) => level >= 40)).toEqual([])
})
