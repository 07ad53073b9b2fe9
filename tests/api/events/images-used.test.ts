// Database: in the short run a server alone, where there is one.
import net from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { resolveImage } from '../../../src/catalogue/images/resolve-image.ts'
import { createSafeFetch } from '../../../src/platform/net/safe-fetch.ts'
import { picture, startPictureServer } from '../../support/picture-server.ts'
import { callerAs } from '../../support/caller-as.ts'
import { type TestRequest, startApp } from '../../support/start-app.ts'

const app = await startApp({}, { mayReach: ip => ip === '127.0.0.1' })
const poster = await picture(1600, 900)
const remote = await startPictureServer({
  '/poster.png': { content: poster },
  '/moved': { status: 302, headers: { location: '/poster.png' } },
  '/to-private': { status: 302, headers: { location: 'http://127.0.0.2/secret.png' } },
  '/to-file': { status: 302, headers: { location: 'file:///etc/passwd' } },
  '/around': { status: 302, headers: { location: '/around' } },
  '/page': { headers: { 'content-type': 'text/html' }, content: '<p>' },
  '/missing': { status: 404, content: poster },
  '/lie.png': { content: 'GIF? no' },
  '/script.svg': {
    headers: { 'content-type': 'image/svg+xml' },
    content: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
  '/huge.png': { headers: { 'content-length': '99999999' }, content: '' },
  '/endless.png': { content: Buffer.alloc(11 * 1024 * 1024) },
})

const upload = (content: Buffer | string, type = 'image/png', as: 'author' | 'editor' = 'author') =>
  app.events('POST', '/images', { as, body: content, headers: { 'content-type': type } })

const pixels = async (content: Buffer) => {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
  return [info.width, info.height, data.toString('base64')]
}

type Size = { url: string; width: number; height: number; filesize: number }

async function fetchFile(url: string, headers: Record<string, string> = {}) {
  const response = await app.http.inject({ url: new URL(url).pathname, headers })
  return { status: response.statusCode, headers: response.headers, raw: response.rawPayload }
}

describe('serving pictures', () => {
  test('answers every address with a picture of that size, to be cached for ever', async () => {
    const { json } = await upload(poster)
    const full = await fetchFile(json.url)
    expect(await pixels(full.raw)).toEqual(await pixels(poster))
    for (const [name, { url, width, height, filesize }] of Object.entries<Size>(json.sizes)) {
      const got = await fetchFile(url)
      expect(got.status).toBe(200)
      expect(got.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect([name, got.raw.length]).toEqual([name, filesize])
      const { width: w, height: h } = await sharp(got.raw).metadata()
      expect([w, h]).toEqual([width, height])
    }
  })

  test('answers 304 to a client that has the picture', async () => {
    const { json } = await upload(poster)
    const { headers } = await fetchFile(json.url)
    const again = await fetchFile(json.url, { 'if-none-match': `W/${headers['etag']}` })
    expect([again.status, again.raw.length]).toEqual([304, 0])
    const other = await fetchFile(json.url, { 'if-none-match': '"something else"' })
    expect(other.status).toBe(200)
    const any = await fetchFile(json.url, { 'if-none-match': '*' })
    expect([any.status, any.raw.length]).toEqual([304, 0])
  })

  test.each([
    '999999/full.png',
    '1-00000000000000000000000000000000/full.png',
    '1/../../etc',
    'x/full.png',
    '1/full',
    '1/nothing.png',
  ])('answers /images/%s with 404 in the error shape', async path => {
    const got = await app.call('GET', `/images/${path}`)
    expect([got.status, got.json.code]).toEqual([404, 'rest_no_route'])
  })

  test('answers a wrong extension with 404', async () => {
    const { json } = await upload(await picture(10, 10))
    expect((await fetchFile(json.url.replace('.png', '.jpg'))).status).toBe(404)
  })
})

const problemOf = (resolved: number | object) => (typeof resolved === 'object' ? resolved : {})

describe('the image library', () => {
  const library = (method: string, path: string, as: TestRequest['as'] = 'author') =>
    app.events(method, `/images${path}`, { as: as ?? 'anonymous' })

  test('lists pictures to uploaders, newest first, in pages with totals', async () => {
    const first = (await upload(await picture(11, 11))).json
    const second = (await upload(await picture(12, 12))).json
    const { json, headers } = await library('GET', '?per_page=1')
    expect([json.images, json.total_pages]).toEqual([[second], json.total])
    expect(headers['x-tec-total']).toBe(String(json.total))
    const next = await library('GET', '?per_page=1&page=2')
    expect(next.json.images).toEqual([first])
    expect(json.next_rest_url).toContain('page=2')
    const beyond = await library('GET', `?per_page=1&page=${json.total + 1}`)
    expect([beyond.status, beyond.json.code]).toEqual([404, 'image-archive-page-not-found'])
    expect((await library('GET', `/${first.id}`)).json).toEqual(first)
    for (const path of ['', `/${first.id}`]) {
      expect((await library('GET', path, 'contributor')).status).toBe(403)
      expect((await library('GET', path, 'anonymous')).status).toBe(401)
    }
    expect((await library('GET', '/987654321')).json.code).toBe('rest_invalid_param')
  })

  test('deletes a picture, and the records that showed it go on without', async () => {
    const { json } = await upload(await picture(13, 13))
    const dates = { start_date: '2027-01-01', end_date: '2027-01-01' }
    const image = String(json.id)
    const event = await app.events('POST', '/events', {
      as: 'editor',
      body: { title: 'Shown', ...dates, image, venue: { venue: 'Shown', image } },
    })
    expect([event.json.image, event.json.venue.image]).toEqual([json, json])
    const stranger = await app.makePerson('author')
    expect((await library('DELETE', `/${json.id}`, stranger)).status).toBe(403)
    expect((await library('DELETE', `/${json.id}`, 'anonymous')).status).toBe(401)
    const gone = await library('DELETE', `/${json.id}`)
    expect([gone.status, gone.json]).toEqual([200, json])
    expect((await fetchFile(json.url)).status).toBe(404)
    const after = await app.events('GET', `/events/${event.json.id}`)
    expect([after.json.image, after.json.venue.image]).toEqual([false, undefined])
    expect((await library('DELETE', `/${json.id}`)).status).toBe(400)
  })

  test('has addresses that cannot be guessed from ids', async () => {
    const [one, two] = [await upload(await picture(14, 14)), await upload(await picture(15, 15))]
    const key = /-([0-9a-f]{32})\//
    const [, ownKey = ''] = key.exec(one.json.url) ?? []
    const [, otherKey = ''] = key.exec(two.json.url) ?? []
    expect(ownKey).not.toBe(otherKey)
    expect((await fetchFile(one.json.url.replace(ownKey, otherKey))).status).toBe(404)
    expect((await app.call('GET', `/images/${one.json.id}/full.png`)).status).toBe(404)
  })

  test('lets callers who may not upload use only the ids of pictures they can see', async () => {
    const dates = { start_date: '2027-01-01', end_date: '2027-01-01' }
    const { json } = await upload(await picture(16, 16))
    const image = String(json.id)
    const draft = (as: 'contributor' | 'editor', more: object = {}) =>
      app.events('POST', '/events', {
        as,
        body: { title: 'Pictured', ...dates, status: 'draft', image, ...more },
      })
    const hidden = await draft('editor', { event_password: 'x', status: 'publish' })
    const own = await draft('editor')
    for (const guess of [image, json.url.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`)]) {
      const got = await draft('contributor', { image: guess })
      expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['image']])
    }
    expect((await draft('contributor', { image: json.url })).status).toBe(201)
    expect([hidden.status, own.status]).toEqual([201, 201])
    await app.events('PUT', `/events/${own.json.id}`, { as: 'editor', body: { status: 'publish' } })
    expect((await draft('contributor')).status).toBe(201)
  })
})

describe('an image parameter of an event', async () => {
  const { userId } = await app.person('author')
  const resolve = (value: string) => resolveImage(app.deps, callerAs('author', userId), value)

  test('accepts an id or an address of ours, without fetching', async () => {
    const { json } = await upload(await picture(400, 400))
    expect(await resolve(String(json.id))).toBe(json.id)
    expect(await resolve(json.url)).toBe(json.id)
    expect(await resolve(json.sizes.medium.url)).toBe(json.id)
    expect(await resolve('999999')).toMatchObject({ message: expect.any(String) })
  })

  test('fetches an address once', async () => {
    const first = await resolve(`${remote.url}/poster.png`)
    const second = await resolve(`${remote.url}/poster.png`)
    expect(first).toEqual(expect.any(Number))
    expect(second).toBe(first)
    expect(remote.asked.filter(path => path === '/poster.png')).toHaveLength(1)
  })

  test('keeps one image when two requests fetch the same address', async () => {
    remote.answers['/twice.png'] = { content: await picture(30, 30) }
    const both = await Promise.all([0, 1].map(() => resolve(`${remote.url}/twice.png`)))
    expect(both[0]).toEqual(expect.any(Number))
    expect(both[1]).toBe(both[0])
  })

  test('follows redirects, and checks the address of each', async () => {
    expect(await resolve(`${remote.url}/moved`)).toEqual(expect.any(Number))
    for (const path of ['/to-private', '/to-file', '/around']) {
      expect({ path, ...problemOf(await resolve(remote.url + path)) }).toMatchObject({
        path,
        message: expect.any(String),
      })
    }
  })

  test.each(['/page', '/missing', '/lie.png', '/script.svg', '/huge.png', '/endless.png'])(
    'refuses an address that answers %s',
    async path => {
      expect(await resolve(remote.url + path)).toMatchObject({ message: expect.any(String) })
    },
  )

  test.each(['foo bar', 'ftp://127.0.0.1/a.png', 'http://u:p@127.0.0.1/a.png', 'data:image/png,x'])(
    'refuses the address %s',
    async value => {
      expect(await resolve(value)).toMatchObject({ message: expect.any(String) })
    },
  )

  test('is not fetched for callers who may not upload', async () => {
    remote.answers['/untouched.png'] = { content: poster }
    const { userId: other } = await app.person('contributor')
    const refused = await resolveImage(
      app.deps,
      callerAs('contributor', other),
      `${remote.url}/untouched.png`,
    )
    expect(refused).toMatchObject({ message: 'You may not upload images.' })
    expect(remote.asked).not.toContain('/untouched.png')
  })
})

/** A port that was free a moment ago. */
async function portNobodyListensOn(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as net.AddressInfo
  await new Promise(done => server.close(done))
  return port
}

describe('fetching addresses of users', () => {
  const ask = { bytesMax: 1000, timeoutMs: 2000, redirectsMax: 3 }

  test('never reaches this machine and its network, unless a test allows it', async () => {
    const plain = await startApp()
    const before = remote.asked.length
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '2130706433',
      '0x7f.1',
      '0',
      '[::ffff:127.0.0.1]',
    ]) {
      const got = await plain.deps.fetchPublic(`http://${host}:${remote.port}/poster.png`, ask)
      expect([host, got]).toEqual([host, { kind: 'refused', because: 'unreachable' }])
    }
    for (const address of [
      'http://169.254.169.254/latest',
      'http://10.0.0.1/',
      'http://[fd00::1]/',
    ]) {
      expect(await plain.deps.fetchPublic(address, ask)).toMatchObject({ because: 'unreachable' })
    }
    expect(remote.asked.length).toBe(before)
  })

  test('checks the IP addresses of a name and connects to the checked ones', async () => {
    const judged: string[] = []
    const fetch = createSafeFetch(ip => {
      judged.push(ip)
      return ip === '127.0.0.1'
    })
    const got = await fetch(`http://localhost:${remote.port}/page`, ask)
    expect(judged.length).toBeGreaterThan(0)
    const allowed = judged.every(ip => ip === '127.0.0.1')
    expect(got.kind).toBe(allowed ? 'answer' : 'refused')
  })

  test('gives up on a slow answer when its time is over', async () => {
    const fetch = createSafeFetch(() => true)
    const got = await fetch(`${remote.url}/hangs`, { ...ask, timeoutMs: 200 })
    expect(got).toEqual({ kind: 'refused', because: 'timeout' })
  })

  test('returns a redirect unless following is asked for', async () => {
    const fetch = createSafeFetch(() => true)
    const got = await fetch(`${remote.url}/moved`, { bytesMax: 1000, timeoutMs: 2000 })
    expect(got).toMatchObject({ kind: 'answer', status: 302 })
  })

  test('reports a closed port as unreachable', async () => {
    const fetch = createSafeFetch(() => true)
    const port = await portNobodyListensOn()
    expect(await fetch(`http://127.0.0.1:${port}/`, ask)).toEqual({
      kind: 'refused',
      because: 'unreachable',
    })
  })
})
