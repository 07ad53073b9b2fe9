// Database: in the short run the embedded one alone.
import http from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../src/platform/net/public-address.ts'
import { createSafeFetch } from '../../src/platform/net/safe-fetch.ts'
import { picture, startPictureServer } from '../support/picture-server.ts'
import { startApp } from '../support/start-app.ts'

/** The production setting: the public internet only. The server below is on this machine, so no fetch may reach it. */
const app = await startApp()
const poster = await picture(40, 30)
const remote = await startPictureServer({ '/poster.png': { content: poster } })

const event = (image: string, as: 'author' | 'contributor' = 'author') =>
  app.events('POST', '/events', {
    as,
    body: {
      title: 'Fetched',
      start_date: '2031-06-01 19:00:00',
      end_date: '2031-06-01 23:00:00',
      image,
    },
  })
const venue = (image: string) =>
  app.events('POST', '/venues', { as: 'author', body: { venue: `At ${image}`, image } })
const organizer = (image: string) =>
  app.events('POST', '/organizers', { as: 'author', body: { organizer: `By ${image}`, image } })

/** This machine, its network and clouds' metadata services, in spellings that have fooled filters. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0177.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '100.100.100.200',
  '198.18.0.1',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
]

describe('an address that a user gives', () => {
  test.each(hosts)('is not fetched from %s', async host => {
    const got = await event(`http://${host}:${remote.port}/poster.png`)
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['image']])
    expect(remote.asked).toEqual([])
  })

  test.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://127.0.0.1/a.png',
    'data:image/png;base64,x',
    'blob:http://x/1',
    'dict://127.0.0.1:6379/',
    'http://user:pass@93.184.215.14/a.png',
    'http://@127.0.0.1/',
    '//127.0.0.1/a.png',
    'http:/127.0.0.1/a.png',
    'http://127.0.0.1%00.example.org/',
    'http://exa mple.org/',
  ])('is refused as %s', async image => {
    expect((await event(image)).status).toBe(400)
    expect(remote.asked).toEqual([])
  })

  test('is refused wherever one can be sent, and no answer tells what listens there', async () => {
    const open = `http://127.0.0.1:${remote.port}/poster.png`
    const shut = 'http://127.0.0.1:1/poster.png'
    for (const give of [event, venue, organizer]) {
      const [one, other] = [await give(open), await give(shut)]
      expect([one.status, other.status]).toEqual([400, 400])
      expect(one.json.data.params.image).toBe(other.json.data.params.image)
    }
    expect(remote.asked).toEqual([])
  })

  test('is fetched only for users who may upload', async () => {
    const got = await event('http://93.184.215.14/a.png', 'contributor')
    expect(got.json.data.params.image).toBe('You may not upload images.')
  })

  test('is fetched at ports 80, 443 and above 1023 only, so that no other service is spoken to', async () => {
    const opened: string[] = []
    const fetch = createSafeFetch(ip => opened.push(ip) > 0)
    for (const port of [21, 22, 25, 110, 143, 389, 465, 587, 993]) {
      const got = await fetch(`http://127.0.0.1:${port}/`, { bytesMax: 10, timeoutMs: 500 })
      expect([port, got]).toEqual([port, { kind: 'refused', because: 'address' }])
    }
    expect(opened).toEqual([])
  })
})

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

describe('a host name', () => {
  test('with a public and a private address is refused', async () => {
    const judged: string[] = []
    const fetch = createSafeFetch(
      ip => {
        judged.push(ip)
        return judged.length === 1
      },
      async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ],
    )
    const got = await fetch(`http://both.test:${remote.port}/poster.png`, {
      bytesMax: 10_000,
      timeoutMs: 5000,
    })
    expect(got).toEqual({ kind: 'refused', because: 'unreachable' })
    expect(judged).toEqual(['127.0.0.1', '127.0.0.2'])
  })

  test('of this network is refused like one that does not exist, after the same time', async () => {
    const refusal = async (lookUp: () => Promise<{ address: string; family: number }[]>) => {
      const began = performance.now()
      const got = await createSafeFetch(here, lookUp)('http://intranet.test/a.png', {
        bytesMax: 10,
        timeoutMs: 5000,
      })
      return { got, ms: performance.now() - began }
    }
    const [known, unknown] = await Promise.all([
      refusal(async () => [{ address: '10.0.0.1', family: 4 }]),
      refusal(async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      }),
    ])
    expect(known.got).toEqual({ kind: 'refused', because: 'unreachable' })
    expect(unknown.got).toEqual(known.got)
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(490)
  })

  test('is refused with the same text, whether it is private, unknown or slow', async () => {
    const texts = new Set<string>()
    for (const host of ['10.0.0.1', 'localhost', 'no-such-host.invalid']) {
      texts.add((await event(`http://${host}:${remote.port}/poster.png`)).json.data.params.image)
    }
    expect([...texts]).toEqual([expect.stringContaining('could not be fetched')])
  })

  test('that resolves differently after its check makes no difference: the checked address is used', async () => {
    let asked = 0
    const rebinding = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const server = await serve((request, response) => {
      response.end(request.socket.localAddress)
    })
    const { port } = new URL(server)
    const fetch = createSafeFetch(here, rebinding)
    const got = await fetch(`http://rebinding.test:${port}/`, { bytesMax: 100, timeoutMs: 1000 })
    expect(got.kind === 'answer' && got.content.toString()).toBe('127.0.0.1')
    expect(asked).toBe(1)
    expect(
      (await fetch(`http://rebinding.test:${port}/`, { bytesMax: 100, timeoutMs: 1000 })).kind,
    ).toBe('refused')
  })

  test('is checked anew at every redirect', async () => {
    const names: string[] = []
    const url = await serve((_, response) =>
      response.writeHead(302, { location: 'http://inside.test/' }).end(),
    )
    const fetch = createSafeFetch(here, async name => {
      names.push(name)
      return [{ address: name === 'inside.test' ? '10.0.0.1' : '127.0.0.1', family: 4 }]
    })
    const { port } = new URL(url)
    const got = await fetch(`http://outside.test:${port}/`, {
      bytesMax: 100,
      timeoutMs: 5000,
      redirectsMax: 2,
    })
    expect([got, names]).toEqual([
      { kind: 'refused', because: 'unreachable' },
      ['outside.test', 'inside.test'],
    ])
  })
})

test('every reserved address range of the registry is out of reach, at both of its ends', () => {
  const ends = [
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.0',
    '127.255.255.255',
    '169.254.0.0',
    '169.254.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '224.0.0.0',
    '255.255.255.255',
  ]
  const beyond = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ]
  expect(ends.filter(isPublicAddress)).toEqual([])
  expect(beyond.filter(address => !isPublicAddress(address))).toEqual([])
})
