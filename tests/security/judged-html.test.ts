// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { sanitizeHtml } from '../../src/core/text.ts'
import { svgUrl } from '../../src/ticketing/checkin/draw-qr.ts'
import { hasOnce } from '../support/database.ts'
import { dangersOf } from '../support/harmless.ts'
import { randomFrom } from '../support/fake-random.ts'
import { corpus } from './harmful-html.ts'

const expectHarmless = (what: string, html: string, page = false) =>
  expect({ what, dangers: dangersOf(html, { page }) }).toEqual({ what, dangers: [] })

describe.runIf(hasOnce)('the judge of these tests', () => {
  test.each(corpus.filter(text => /<[a-z/!?]/i.test(text)))('sees the danger of %j', text => {
    const isPlain = ['</noscript>'].includes(text)
    expect(isPlain || dangersOf(text).length > 0 || /<a href=/.test(text)).toBe(true)
  })

  test.each([
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<p onclick="alert(1)">x</p>',
    '<P>x</P>',
    '<p title="a>b">x</p>',
    '<img src="data:image/svg+xml,x">',
    '<svg>',
    'a < b',
  ])('refuses %s', html => expect(dangersOf(html)).not.toEqual([]))

  test('takes the picture of a code that a page contains, and no other picture of that kind', async () => {
    const address = await svgUrl('https://tickets.test/')
    expect(dangersOf(`<img src="${address}" alt="">`, { page: true })).toEqual([])
    for (const other of [
      'data:image/svg+xml,x',
      address.replace('%3Cpath', '%3Cscript%3Ealert(1)%3C/script%3E%3Cpath'),
      address.replace("viewBox='", "onload='alert(1)' viewBox='"),
      address.replace('image/svg+xml', 'text/html'),
    ]) {
      expect(dangersOf(`<img src="${other}" alt="">`, { page: true })).toHaveLength(1)
    }
  })

  test('takes what we write ourselves', () => {
    const html =
      '<p>a &lt; b</p>\n<a href="https://x.org/?a=1&amp;b=2">x</a><br /><img src="/a.png" alt="">'
    expect(dangersOf(html)).toEqual([])
  })
})

describe.runIf(hasOnce)('cleaning HTML', () => {
  test.each(corpus)('makes %j safe', text => expectHarmless(text, sanitizeHtml(text)))

  test('leaves no attack of pieces in any order, and cleaning again changes nothing', () => {
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`stored HTML, seed ${seed}`)
    const draw = randomFrom(seed)
    const pieces = corpus.flatMap(text => text.split(/(?=[<>"'])|(?<=[<>"'])/))
    const one = () => pieces[Math.floor(draw() * pieces.length)] ?? ''
    const rounds = process.env['LONG'] === undefined ? 1000 : 200_000
    for (let round = 0; round < rounds; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(draw() * 12) }, one).join('')
      const clean = sanitizeHtml(text)
      expectHarmless(text, clean)
      expect({ text, again: sanitizeHtml(clean) }).toEqual({ text, again: clean })
    }
  }, 3_600_000)
})
