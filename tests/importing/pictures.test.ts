import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readWxr } from '../../src/importing/sources/wxr.ts'
import { createSafeFetch } from '../../src/platform/net/safe-fetch.ts'
import { openTestDatabase } from '../support/database.ts'
import { picture, startPictureServer } from '../support/picture-server.ts'
import { openApp } from '../support/start-app.ts'
import { fixture, move, moveSample } from './moved.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'uploads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const database = await openTestDatabase()
afterAll(database.close)

const rows = async (query: string) => (await database.pool.query(query)).rows

test('pictures come from the folder of uploads with their ids, once, and their old addresses lead to them', async () => {
  mkdirSync(path.join(folder, '2026/10'), { recursive: true })
  writeFileSync(path.join(folder, '2026/10/telyn-môr.jpg'), await picture(1400, 900, 'jpeg'))
  const pictures = { from: 'folder', folder } as const
  const dry = await moveSample(database, { dryRun: true, pictures })
  expect(await rows('select id from images')).toEqual([])
  const report = await moveSample(database, { pictures })
  expect(dry.counts).toEqual(report.counts)
  expect(dry.losses).toEqual(report.losses)
  expect(report.counts.image).toMatchObject({ read: 1, made: 1, lost: 0 })
  expect(report.losses).toContainEqual({
    kind: 'image',
    oldId: 301,
    reason: 'Its alternative text has no place here: Telyn & môr',
  })
  expect(await rows('select id, width, height from images')).toEqual([
    { id: 301, width: 1400, height: 900 },
  ])
  expect(await rows('select image_id from events where id = 402')).toEqual([{ image_id: 301 }])
  expect(await rows('select image_id from organizers where id = 320')).toEqual([{ image_id: 301 }])
  const again = await moveSample(database, { pictures })
  expect(again.counts.image).toMatchObject({ same: 1, made: 0 })
  const app = await openApp(database, { SITE_TIMEZONE: 'Europe/London', SITE_CURRENCY: 'GBP' })
  for (const size of ['', '-300x193']) {
    const old = `/wp-content/uploads/2026/10/${encodeURIComponent(`telyn-môr${size}.jpg`)}`
    const first = await app.call('GET', old, { headers: { accept: 'text/html' } })
    expect([old, first.status]).toEqual([old, 301])
    const to = String(first.headers['location']).replace('http://tickets.test', '')
    expect((await app.call('GET', to)).status).toBe(200)
  }
})

test('a picture outside of the folder, too large or missing is a loss, and the rest comes', async () => {
  const other = await openTestDatabase()
  try {
    const bare = mkdtempSync(path.join(folder, 'bare-'))
    mkdirSync(path.join(bare, '2026'), { recursive: true })
    symlinkSync('/etc', path.join(bare, '2026/10'))
    const report = await moveSample(other, { pictures: { from: 'folder', folder: bare } })
    expect(report.counts.image).toMatchObject({ lost: 1 })
    expect(report.losses.find(({ oldId }) => oldId === 301)?.reason).toContain('There is no file')
    expect(report.counts.event.made).toBe(6)
  } finally {
    await other.close()
  }
})

test('pictures are fetched from the site, within limits', async () => {
  const server = await startPictureServer({
    '/wp-content/uploads/2026/10/telyn-m%C3%B4r.jpg': {
      content: await picture(200, 100, 'jpeg'),
      headers: { 'content-type': 'image/jpeg' },
    },
  })
  const fetch = createSafeFetch(() => true)
  const other = await openTestDatabase()
  try {
    const site = await readWxr([fixture('sample.wxr.xml.gz')])
    const posts = site.posts
    const local = {
      ...site,
      posts: async function* (...types: string[]) {
        for await (const post of posts(...types)) {
          yield { ...post, address: post.address.replace('https://old.example.org', server.url) }
        }
      },
    }
    const report = await move(other, local, { pictures: { from: 'site', fetch } })
    expect(report.counts.image).toMatchObject({ made: 1 })
    const refused = await readWxr([fixture('sample.wxr.xml.gz')])
    const third = await openTestDatabase()
    const unreachable = createSafeFetch(() => false)
    const lost = await move(third, refused, { pictures: { from: 'site', fetch: unreachable } })
    await third.close()
    expect(lost.losses.find(({ oldId }) => oldId === 301)?.reason).toContain('could not be fetched')
  } finally {
    await other.close()
  }
})
