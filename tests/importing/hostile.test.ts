import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { phpText, readPhp } from '../../src/importing/sources/php-value.ts'
import { readDump } from '../../src/importing/sources/dump.ts'
import { SourceRefused } from '../../src/importing/sources/source-refused.ts'
import type { SourcePost, SourceSite } from '../../src/importing/sources/source-site.ts'
import { readWxr } from '../../src/importing/sources/wxr.ts'
import { fixture } from './moved.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'hostile-files-'))
afterAll(() => rm(folder, { recursive: true }))

const sample = gunzipSync(readFileSync(fixture('sample.sql.gz')))
const wxr = gunzipSync(readFileSync(fixture('sample.wxr.xml.gz')))

let files = 0
function fileOf(content: Buffer | string): string {
  files += 1
  const file = path.join(folder, `file-${files}`)
  writeFileSync(file, content)
  return file
}

async function eventOf(site: SourceSite, id: number): Promise<SourcePost | undefined> {
  try {
    for await (const post of site.posts('tribe_events')) if (post.id === id) return post
    return undefined
  } finally {
    await site.close()
  }
}

const readChanged = (change: (text: string) => string) =>
  readDump(fileOf(Buffer.from(change(sample.toString('latin1')), 'latin1')))

describe('a dump', () => {
  test.each([
    ['that ends inside a statement', () => sample.subarray(0, sample.length / 2), /cut off/],
    [
      'without its last line',
      () => sample.subarray(0, sample.lastIndexOf('-- Dump completed')),
      /cut off/,
    ],
    [
      'of which half the compressed file is missing',
      () => gzipSync(sample).subarray(0, 9000),
      /damaged or was cut off/,
    ],
    ['that is none', () => Buffer.from('<html>404</html>'), /no dump of a WordPress site|cut off/],
    ['that is empty', () => Buffer.alloc(0), /no dump of a WordPress site/],
    [
      'of random bytes',
      () => Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256)),
      /no dump|cut off/,
    ],
  ])('%s is refused with a sentence', async (_, content, sentence) => {
    const reading = readDump(fileOf(content()))
    await expect(reading).rejects.toThrow(SourceRefused)
    await expect(reading).rejects.toThrow(sentence)
  })

  test('with a value beyond 16 MiB is refused', async () => {
    const huge = 'x'.repeat(17 * 1024 * 1024)
    await expect(readChanged(text => text.replace('Heb ei gyhoeddi', huge))).rejects.toThrow(
      /more than 16 MiB/,
    )
  })

  test('is read with any prefix, with the names of columns, with a row a statement and in one line', async () => {
    const prefixed = await readChanged(text => text.replaceAll('wp7_', 'site_2_'))
    expect((await eventOf(prefixed, 402))?.title).toBe('Telyn & Llais: Tair Cân')
    const single = await readChanged(text => text.replace(/\),\n\(/g, '),('))
    expect((await eventOf(single, 402))?.slug).toBe('telyn-llais-tair-can')
    const columns = '(`option_id`, `option_name`, `option_value`, `autoload`)'
    const named = await readChanged(text =>
      text.replace(
        'INSERT INTO `wp7_options` VALUES',
        `INSERT INTO \`wp7_options\` ${columns} VALUES`,
      ),
    )
    expect(named.home).toBe('https://old.example.org')
    await named.close()
  })

  test('of a site in Latin-1 has its letters, and so has one that stored UTF-8 twice', async () => {
    const western = await readChanged(text =>
      text.replaceAll(Buffer.from('Tair Cân').toString('latin1'), 'Tair C\xe2n'),
    )
    expect((await eventOf(western, 402))?.title).toBe('Telyn & Llais: Tair Cân')
    const twice = Buffer.from(Buffer.from('Tair Cân').toString('latin1')).toString('latin1')
    const doubled = await readChanged(text =>
      text.replaceAll(Buffer.from('Tair Cân').toString('latin1'), twice),
    )
    expect((await eventOf(doubled, 402))?.title).toBe('Telyn & Llais: Tair Cân')
  })

  test('of two sites names both, and reads the one that is asked for', async () => {
    const other = sample
      .toString('latin1')
      .replaceAll('wp7_', 'wp9_')
      .replaceAll('old.example.org', 'other.example.org')
    const both = fileOf(Buffer.from(sample.toString('latin1') + other, 'latin1'))
    await expect(readDump(both)).rejects.toThrow(
      /wp7_ \(https:\/\/old\.example\.org\), wp9_ .* --table-prefix/,
    )
    const chosen = await readDump(both, { prefix: 'wp9_' })
    expect(chosen.home).toBe('https://other.example.org')
    await chosen.close()
  })
})

describe('an export', () => {
  test.each([
    ['that was cut off', () => wxr.subarray(0, wxr.length / 2), /no readable XML/],
    ['that is none', () => Buffer.from('{"not": "xml"}'), /no readable XML|no export/],
    [
      'without content',
      () => Buffer.from('<rss><channel></channel></rss>'),
      /no export of a WordPress site/,
    ],
    [
      'with entities that multiply',
      () => Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>'),
      /no readable XML/,
    ],
    ['nested without end', () => Buffer.from('<a>'.repeat(5000)), /64 levels/],
  ])('%s is refused with a sentence', async (_, content, sentence) => {
    await expect(readWxr([fileOf(content())])).rejects.toThrow(sentence)
  })

  test('with NUL bytes in a sale price, as WordPress writes them, is read', async () => {
    expect(wxr.includes(0)).toBe(true)
    const site = await readWxr([fileOf(wxr)])
    expect((await eventOf(site, 402))?.title).toBe('Telyn & Llais: Tair Cân')
  })
})

describe('a serialised value', () => {
  test.each([
    ['an object of another class', 'O:8:"stdClass":0:{}'],
    ['an object inside an array', 'a:1:{i:0;O:4:"Evil":1:{s:1:"a";i:1;}}'],
    ['a class with a constructor of its own', 'C:4:"Evil":2:{{}}'],
    ['a reference', 'a:2:{i:0;i:1;i:1;R:2;}'],
    ['more than 64 levels', `${'a:1:{i:0;'.repeat(80)}i:1;${'}'.repeat(80)}`],
    ['more than a mebibyte', `s:1100000:"${'x'.repeat(1_100_000)}";`],
    ['a length without its text', 's:999999999:"abc'],
    ['a number of members that are not there', 'a:4294967295:{}'],
    ['nothing', ''],
    ['half a value', 'a:1:{i:0;'],
  ])('with %s is not read', (_, text) => {
    expect(readPhp(text)).toBeUndefined()
  })

  test('has its keys in a map, so that __proto__ is a key like any other', () => {
    const value = readPhp('a:1:{s:9:"__proto__";a:1:{s:5:"admin";b:1;}}')
    expect(value).toBeInstanceOf(Map)
    expect([...(value as Map<string, unknown>).keys()]).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  test('whose lengths a search-and-replace left wrong is read to its closing marks', () => {
    const value = readPhp(
      'a:2:{s:4:"home";s:10:"https://new-and-longer.example";s:1:"b";s:2:"öö";}',
    )
    expect(
      [...(value as Map<string, string>)].map(([key, text]) => `${key}=${phpText(text)}`),
    ).toEqual(['home=https://new-and-longer.example', 'b=öö'])
  })
})
