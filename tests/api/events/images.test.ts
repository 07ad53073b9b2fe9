// Database: in the short run a server alone, where there is one.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { picture } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({}, { mayReach: ip => ip === '127.0.0.1' })
const poster = await picture(1600, 900)

const upload = (content: Buffer | string, type = 'image/png', as: 'author' | 'editor' = 'author') =>
  app.events('POST', '/images', { as, body: content, headers: { 'content-type': type } })

function multipart(content: Buffer, name = 'file') {
  const head = `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')])
}

const addressOf = (id: number, size: string) =>
  new RegExp(`^http://tickets\\.test/images/${id}-[0-9a-f]{32}/${size}\\.png$`)

describe('uploading a picture', () => {
  test('keeps it with the sizes that are smaller than it', async () => {
    const { status, json } = await upload(poster)
    expect(status).toBe(201)
    expect(json).toMatchObject({ extension: 'png', width: 1600, height: 900 })
    expect(json.url).toMatch(addressOf(json.id, 'full'))
    expect(json.filesize).toBe((await fetchFile(json.url)).raw.length)
    const sizes = Object.entries<{ width: number; height: number }>(json.sizes)
    expect(sizes.map(([name, { width, height }]) => [name, width, height])).toEqual([
      ['medium', 300, 169],
      ['large', 1024, 576],
      ['thumbnail', 150, 150],
      ['medium_large', 768, 432],
    ])
    expect(json.sizes.medium['mime-type']).toBe('image/png')
    expect(json.sizes.medium.url).toMatch(addressOf(json.id, 'medium'))
  })

  test('keeps only the part that `crop` names', async () => {
    const send = (crop: string) =>
      app.events('POST', '/images', {
        as: 'author',
        body: poster,
        query: { crop },
        headers: { 'content-type': 'image/png' },
      })
    const { status, json } = await send('250,500,500,500')
    expect([status, json.width, json.height]).toEqual([201, 800, 450])
    const refused = await send('900,0,200,10')
    expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([400, ['crop']])
  })

  test('makes no size larger than the picture itself', async () => {
    const { json } = await upload(await picture(100, 80))
    expect(json).not.toHaveProperty('sizes')
    const wide = await upload(await picture(400, 90))
    expect(wide.json.sizes.thumbnail).toMatchObject({ width: 150, height: 90 })
    expect(Object.keys(wide.json.sizes)).toEqual(['medium', 'thumbnail'])
  })

  test('works by a multipart form with the field `file`', async () => {
    const body = multipart(await picture(20, 20))
    const got = await upload(body, 'multipart/form-data; boundary=edge')
    expect([got.status, got.json.width]).toEqual([201, 20])
  })

  test.each(['jpeg', 'webp', 'gif'] as const)('accepts %s', async type => {
    const got = await upload(await picture(400, 400, type), `image/${type}`)
    expect([got.status, got.json.sizes.medium.width]).toEqual([201, 300])
  })

  test('goes by the content, whatever the file’s name and header claim', async () => {
    const got = await upload(await picture(10, 10, 'gif'), 'image/png')
    expect(got.json.extension).toBe('gif')
  })

  test('refuses content that is no picture, naming the file', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const cut = poster.subarray(0, 2000)
    for (const body of ['<p>hello</p>', svg, cut, Buffer.from('GIF89a nonsense')]) {
      const got = await upload(Buffer.from(body))
      expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
      expect(Object.keys(got.json.data.params)).toEqual(['file'])
    }
  })

  test('refuses a small file that decompresses to a huge picture', async () => {
    const bomb = await sharp({
      create: { width: 7_000, height: 6_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const got = await upload(bomb)
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(got.json.data.params.file).toContain('It may have 40 megapixels')
  })

  test('says that an animation has too many pixels, not that it cannot be read', async () => {
    const [side, frames] = [1400, 24]
    // Each frame has a grey of its own, because equal ones become one frame.
    const greys = Array.from({ length: frames }, (_, at) => Buffer.alloc(side * side, at * 10))
    const raw = { width: side, height: side * frames, channels: 1, pageHeight: side } as const
    const animation = await sharp(Buffer.concat(greys), { raw, limitInputPixels: false })
      .gif({ effort: 1 })
      .toBuffer()
    const got = await upload(animation, 'image/gif')
    expect(got.status).toBe(400)
    expect(got.json.data.params.file).toContain('It may have 40 megapixels')
  })

  test('answers too many bytes with 413', async () => {
    const got = await upload(Buffer.alloc(11 * 1024 * 1024))
    expect([got.status, got.json.code]).toEqual([413, 'rest_body_too_large'])
  })

  test('without a file names the missing field, before rights are checked', async () => {
    const empty = await app.events('POST', '/images')
    expect([empty.status, empty.json.code]).toEqual([400, 'rest_missing_callback_param'])
    expect(empty.json.data.params).toEqual(['file'])
    const sent = { body: poster, headers: { 'content-type': 'image/png' } }
    const anonymous = await app.events('POST', '/images', sent)
    const contributor = await app.events('POST', '/images', { ...sent, as: 'contributor' })
    expect([anonymous.status, contributor.status]).toEqual([401, 403])
  })

  test('removes where and with what a photograph was taken, and turns it upright', async () => {
    const photo = await sharp({
      create: { width: 40, height: 20, channels: 3, background: 'green' },
    })
      .withExif({ IFD0: { Make: 'Secret Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { json } = await upload(photo, 'image/jpeg')
    expect([json.width, json.height]).toEqual([20, 40])
    const { raw } = await fetchFile(json.url)
    expect((await sharp(raw).metadata()).exif).toBeUndefined()
  })
})

describe('cleaning an uploaded picture', () => {
  const kept = async (content: Buffer, type: string) => {
    const { status, json } = await upload(content, type)
    expect(status).toBe(201)
    return { json, raw: (await fetchFile(json.url)).raw }
  }

  test('drops text in a PNG, also of 200 MB when decompressed, and bytes after the picture', async () => {
    const square = await picture(20, 20)
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(200_000_000))])
    const end = square.length - 12
    const hiding = Buffer.concat([
      square.subarray(0, end),
      pngChunk('tEXt', Buffer.from('Secret\0place')),
      pngChunk('zTXt', text),
      square.subarray(end),
      Buffer.from('PK another file'),
    ])
    const { raw } = await kept(hiding, 'image/png')
    expect(await pixels(raw)).toEqual(await pixels(square))
    for (const hidden of ['tEXt', 'zTXt', 'Secret', 'another file']) {
      expect(raw.includes(hidden)).toBe(false)
    }
  })

  test('finds the true size of a GIF whose screen is far larger than its picture', async () => {
    const screen = 'ffffffff'
    const dot = Buffer.from(
      `474946383961${screen}800000ffffff0000002c00000000010001000002024401003b`,
      'hex',
    )
    const { json, raw } = await kept(dot, 'image/gif')
    expect([json.width, json.height]).toEqual([1, 1])
    expect([raw.readUInt16LE(6), raw.readUInt16LE(8)]).toEqual([1, 1])
  })

  test('keeps an animation moving', async () => {
    const frames = Buffer.alloc(40 * 120 * 3, 0)
    for (const frame of [0, 1, 2]) frames.fill(80 * frame, frame * 4800, (frame + 1) * 4800)
    const raw = { width: 40, height: 120, channels: 3, pageHeight: 40 } as const
    const { json, raw: full } = await kept(
      await sharp(frames, { raw }).gif().toBuffer(),
      'image/gif',
    )
    expect([json.width, json.height]).toEqual([40, 40])
    expect((await sharp(full, { animated: true }).metadata()).pages).toBe(3)
  })
})

const pixels = async (content: Buffer) => {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
  return [info.width, info.height, data.toString('base64')]
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const edge = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  return Buffer.concat([edge(data.length), body, edge(crc32(body))])
}

async function fetchFile(url: string, headers: Record<string, string> = {}) {
  const response = await app.http.inject({ url: new URL(url).pathname, headers })
  return { status: response.statusCode, headers: response.headers, raw: response.rawPayload }
}
