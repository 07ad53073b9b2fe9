// Database: in the short run the embedded one alone.
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createSafeFetch } from '../../src/platform/net/safe-fetch.ts'
import { picture } from '../support/picture-server.ts'
import { startApp } from '../support/start-app.ts'

const poster = await picture(40, 30)

/** A server with raw, unusual responses. */
async function serve(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const here = (ip: string) => ip === '127.0.0.1'

describe('the answer of a fetched address', () => {
  const ask = { bytesMax: 1000, timeoutMs: 1500, redirectsMax: 3 }
  const fetch = createSafeFetch(here)

  test.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://0x7f.2/',
    '//127.0.0.2/',
    'file:///etc/passwd',
    'http://u:p@127.0.0.1/',
    'javascript:alert(1)',
    'http://127.0.0.1:25/',
  ])('cannot redirect to %s', async location => {
    const url = await serve((_, response) => response.writeHead(302, { location }).end())
    const got = await fetch(url, ask)
    expect(got.kind).toBe('refused')
    expect(['unreachable', 'address']).toContain(got.kind === 'refused' && got.because)
  })

  test('cannot redirect in circles', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      response.writeHead(302, { location: `/${asked}` }).end()
    })
    expect(await fetch(url, ask)).toEqual({ kind: 'refused', because: 'too-many-redirects' })
    expect(asked).toBe(4)
  })

  test('is cut off when it is too large, whatever length it declares', async () => {
    let sent = 0
    const url = await serve((_, response) => {
      const more = () => {
        sent += 64 * 1024
        if (!response.destroyed && sent < 64 * 1024 * 1024)
          response.write(Buffer.alloc(64 * 1024), more)
      }
      response.writeHead(200, { 'content-type': 'image/png' })
      more()
    })
    expect(await fetch(url, ask)).toEqual({ kind: 'refused', because: 'too-large' })
    expect(sent).toBeLessThan(32 * 1024 * 1024)
  })

  test('is not decompressed', async () => {
    const packed = gzipSync(Buffer.alloc(10_000_000))
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    )
    const got = await fetch(url, { ...ask, bytesMax: 100_000 })
    expect(got.kind === 'answer' && got.content.equals(packed)).toBe(true)
  })

  test('ends in time even when it comes byte by byte', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await fetch(url, { ...ask, timeoutMs: 300 })).toEqual({
      kind: 'refused',
      because: 'timeout',
    })
  })

  test('does not fill the memory with endless headers', async () => {
    const server = net.createServer(socket => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\n')
      const line = `x-more: ${'y'.repeat(1000)}\r\n`.repeat(10)
      const more = () => !socket.destroyed && socket.write(line, more)
      more()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    afterAll(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect(await fetch(url, ask)).toEqual({ kind: 'refused', because: 'unreachable' })
  })

  test('learns nothing of us: no cookie, credential or name is sent', async () => {
    let sent: http.IncomingHttpHeaders = {}
    const url = await serve((request, response) => {
      sent = request.headers
      response.end('x')
    })
    await fetch(url, ask)
    expect(Object.keys(sent).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
    ])
  })
})

describe('a fetched picture', async () => {
  const trusting = await startApp({}, { mayReach: here })
  const give = (image: string) =>
    trusting.events('POST', '/venues', { as: 'author', body: { venue: `At ${image}`, image } })

  test.each([
    ['a page', 'text/html', '<script>alert(1)</script>'],
    ['a page that calls itself a picture', 'image/png', '<script>alert(1)</script>'],
    [
      'a drawing with a script',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    [
      'a drawing that calls itself a picture',
      'image/png',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    ],
    ['a picture that ends too early', 'image/png', poster.subarray(0, 60)],
    ['a picture with a page for a type', 'text/html', poster],
  ])('must not be %s', async (_, type, content) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(content),
    )
    const got = await give(`${url}/a.png`)
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['image']])
  })

  test('must not decompress to more than forty million pixels', async () => {
    const bomb = await sharp({
      create: { width: 7_000, height: 6_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(bomb),
    )
    expect((await give(`${url}/bomb.png`)).status).toBe(400)
  })

  test('with a script after its pixels is served as a picture that browsers do not reinterpret', async () => {
    const polyglot = Buffer.concat([poster, Buffer.from('<script>alert(1)</script>')])
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(polyglot),
    )
    const got = await give(`${url}/a.png`)
    expect(got.status).toBe(201)
    const file = await trusting.call('GET', new URL(got.json.image.url).pathname)
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    })
    expect(String(file.headers['content-security-policy'])).toContain("script-src 'none'")
  })

  test('whose name is a path or a header is stored under a plain name', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(poster),
    )
    const got = await give(`${url}/..%2f..%2fetc%2fpasswd%0d%0aset-cookie:a=b.png`)
    expect(got.status).toBe(201)
    expect(new URL(got.json.image.url).pathname).toMatch(/^\/images\/\d+-[0-9a-f]{32}\/full\.png$/)
  })
})
