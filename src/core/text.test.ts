import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import {
  decodeEntities,
  descriptionHtml,
  escapeHtml,
  excerptHtml,
  normalizeForSearch,
  parseSearch,
  plainText,
  plainTitle,
  sanitizeHtml,
  titleHtml,
  wellFormed,
} from './text.ts'

const anyText = fc.string({ unit: anyCharacter, maxLength: 200 })
const anyHtml = fc
  .array(
    fc.constantFrom(
      ...'<p>|</p>|<b>|</b>|<ul><li>|</li></ul>|<br>|<hr>|<script>|</script>|<img src=x onerror=alert(1)>|<a href="javascript:alert(1)">|</a>|<svg onload=alert(1)>|<style>|<!--|-->|<|>|"|&lt;|&|text|\n|\n\n|<pre>|</pre>|<iframe src=//evil>|<a href=" jav&#9;ascript:1" title="a">|<div style="x" class="y" id="z">|</div>|<math><mtext>|<noscript><p title="</noscript><img src=x onerror=1>">|<form action=x>|<img src="data:image/svg+xml,x">|<textarea>|</textarea>|<table><tr><td>|</table>'.split(
        '|',
      ),
      '\0',
      '\uD800',
      '`',
    ),
    { maxLength: 12 },
  )
  .map(pieces => pieces.join(''))

describe('a title', () => {
  test.each([
    ['Tom & "Jerry"', 'Tom &#038; &#8220;Jerry&#8221;'],
    ["It's here", 'It&#8217;s here'],
    ["Rock 'n' Roll - Live", 'Rock &#8216;n&#8217; Roll &#8211; Live'],
    ["Summer of '99", 'Summer of &#8217;99'],
    ['"A \'b\' c"', '&#8220;A &#8216;b&#8217; c&#8221;'],
    ['wait... what---now -- or 1--2', 'wait&#8230; what&#8212;now &#8212; or 1&#8211;2'],
    ['Sing-along', 'Sing-along'],
    ['5 < 6', '5 &lt; 6'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['Crème brûlée 夏', 'Crème brûlée 夏'],
    ['Gadget (TM)', 'Gadget &#8482;'],
    ['', ''],
  ])('%s is stored as %s', (title, html) => {
    expect(titleHtml(title)).toBe(html)
  })

  test('contains no HTML tags', () => {
    fc.assert(
      fc.property(anyText, title => {
        expect(titleHtml(title)).not.toMatch(/[<>"']/)
      }),
    )
  })

  test('that was read can be sent again unchanged', () => {
    const pieces = fc.array(
      fc.constantFrom(...'a & " \' - -- --- ... < &amp; &lt; ( 99'.split(' '), ' '),
    )
    fc.assert(
      fc.property(pieces, some => {
        const once = plainTitle(titleHtml(plainTitle(some.join(''))))
        expect(plainTitle(titleHtml(once))).toBe(once)
      }),
    )
    expect(plainTitle('Tom &#038; &#8220;Jerry&#8221;')).toBe('Tom & “Jerry”')
    expect(plainTitle(' a\n\0 b\u0007\uD800 ')).toBe('a b \uFFFD')
    expect(plainTitle(' \t ')).toBe('')
  })
})

describe('HTML from users', () => {
  test.each([
    ['<p>Hello <strong>you</strong></p>', '<p>Hello <strong>you</strong></p>'],
    ['<script>alert(1)</script>hi', 'hi'],
    [
      '<a href="https://x.test/?a=1&b=2" onclick="x()">k</a>',
      '<a href="https://x.test/?a=1&amp;b=2">k</a>',
    ],
    ['<a href="javascript:alert(1)">k</a>', '<a>k</a>'],
    ['<a href=" jav&#x09;ascript:alert(1)">k</a>', '<a>k</a>'],
    ['<a href="//evil.test">k</a>', '<a>k</a>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<img src="data:image/svg+xml,x">', '<img />'],
    ['<p style="position:fixed" class="x" id="y">t</p>', '<p>t</p>'],
    ['<svg><script>x</script></svg>', ''],
    ['<iframe src="https://x.test"></iframe>', ''],
    ['<form><input name=a><button>b</button></form>', 'b'],
    ['<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->', '<p>x</p>'],
    ['a < b && c', 'a &lt; b &amp;&amp; c'],
    ['<b>open', '<b>open</b>'],
    ['a\0b', 'ab'],
  ])('is cleaned in case %#: %s', (html, safe) => {
    expect(sanitizeHtml(html)).toBe(safe)
  })

  test('keeps allowed tags and attributes only, is well nested, and cleaning it again changes nothing', () => {
    const allowed =
      /^<(?:\/[a-z\d]+|[a-z\d]+(?: (?:href|title|src|alt|lang|dir)="[^"<>]*")*(?: \/)?)>$/
    fc.assert(
      fc.property(anyHtml, html => {
        const safe = sanitizeHtml(html)
        for (const shown of [safe, descriptionHtml(safe)]) {
          for (const [tag] of shown.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(allowed)
          expect(shown).not.toMatch(
            /<(?:script|style|svg|math|iframe|form|textarea|noscript)|javascript:/i,
          )
        }
        expect(sanitizeHtml(safe)).toBe(safe)
      }),
      { numRuns: 2000 },
    )
  })

  // A quadratic algorithm would take minutes at either size.
  const size = process.env['LONG'] === undefined ? 200_000 : 1_000_000

  test(`of ${size} characters of any kind is cleaned within seconds`, () => {
    for (const piece of [
      '<b>',
      '<ul><li>',
      '<div>x',
      '<',
      '&',
      '<a ',
      '</p>',
      '\n ',
      '<p>x</p>',
      '"',
    ]) {
      const html = piece.repeat(size / piece.length)
      const safe = sanitizeHtml(html)
      expect(descriptionHtml(safe).length).toBeLessThan(6 * size)
      expect(descriptionHtml(html).length).toBeLessThan(9 * size)
      expect(plainText(html).length).toBeLessThanOrEqual(size)
      expect(titleHtml(html).length).toBeGreaterThan(0)
      normalizeForSearch(html)
      parseSearch(html)
    }
  }, 30_000)
})

describe('a description', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['Hello', '<p>Hello</p>'],
    ['a\n\nb', '<p>a</p>\n<p>b</p>'],
    ['a\r\n \r\n\r\nb\n', '<p>a</p>\n<p>b</p>'],
    ['a\nb', '<p>a<br />\nb</p>'],
    ['a<br>\nb', '<p>a<br />\nb</p>'],
    ['<p>x</p>', '<p>x</p>'],
    ['<p>a</p>\n\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
    ['in\n<ul>\n<li>a</li>\n</ul>\nout', '<p>in</p>\n<ul>\n<li>a</li>\n</ul>\n<p>out</p>'],
    ['<b>x\n\ny</b>\n\nz', '<p><b>x<br />\ny</b></p>\n<p>z</p>'],
    ['<pre>\na\n\nb</pre>', '<pre>\na\n\nb</pre>'],
    ['a <em>b</em> <img src="c" />', '<p>a <em>b</em> <img src="c" /></p>'],
    ['a<hr />b', '<p>a</p>\n<hr />\n<p>b</p>'],
    ['<div><p>a</p>\n\nb</div>c', '<div><p>a</p>\n\nb</div>\n<p>c</p>'],
  ])('%j is stored as %j', (stored, html) => {
    expect(descriptionHtml(stored)).toBe(html)
    expect(excerptHtml(stored)).toBe(html)
  })

  test('that was read can be sent again unchanged', () => {
    fc.assert(
      fc.property(anyHtml, html => {
        const once = descriptionHtml(sanitizeHtml(html))
        expect(descriptionHtml(sanitizeHtml(once))).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('plain text', () => {
  test('made from HTML has no tags, keeps words apart and decodes entities', () => {
    expect(plainText('<p>a &amp; <b>b</b>c</p>\n<ul><li>d</li><li>e</li></ul>')).toBe('a & bc d e')
    expect(plainText('a<br />b &lt;i&gt; &nbsp; &#8217;')).toBe('a b <i> ’')
    expect(plainText('')).toBe('')
  })

  test('is escaped for any place in HTML and decoded only once', () => {
    expect(escapeHtml(`<a href="x">'&amp;'`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&#039;&amp;amp;&#039;',
    )
    expect(decodeEntities('&amp;lt; &#x24; &#36; &bogus; &eacute; &copy &euro;')).toBe(
      '&lt; $ $ &bogus; é &copy €',
    )
    expect(decodeEntities('&#0;&#xD800;&#x110000;')).toBe('\uFFFD\uFFFD\uFFFD')
    fc.assert(
      fc.property(anyText, text => {
        expect(decodeEntities(escapeHtml(text))).toBe(text)
      }),
    )
  })

  test('is never cut within a character', () => {
    expect(wellFormed('a\uD83Db\uDE00c😀')).toBe('a\uFFFDb\uFFFDc😀')
    fc.assert(fc.property(anyText, text => void encodeURIComponent(wellFormed(text))))
  })
})

describe('a search text', () => {
  test.each([
    ['  Café   SOCIETY\n', 'cafe society'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['Straße Łódź Ærø', 'strasse lodz aero'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul', 'istanbul'],
    ['Tom’s – “x”', 'tom\'s - "x"'],
    ['がぎ 한국', 'がぎ 한국'],
    ['a\u200Bb\u00ADc\0', 'abc'],
  ])('%j is looked for as %j', (text, normal) => {
    expect(normalizeForSearch(text)).toBe(normal)
  })

  test('of ordinary words stays unchanged', () => {
    fc.assert(
      fc.property(anyText, text => {
        const once = normalizeForSearch(text)
        expect(normalizeForSearch(once)).toBe(once)
      }),
    )
  })

  test('of plain letters is made as between letters with accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), plain => {
        const form = normalizeForSearch(plain)
        expect(normalizeForSearch(`é ${plain} é`)).toBe(form === '' ? 'e e' : `e ${form} e`)
      }),
    )
  })

  test.each([
    ['blue ostrich', { words: ['blue', 'ostrich'], phrases: [], excluded: [] }],
    ['"Blue  Ostrich" -red', { words: [], phrases: ['blue ostrich'], excluded: ['red'] }],
    ['-"a b" c C', { words: ['c'], phrases: [], excluded: ['a b'] }],
    ['say “smart quotes”', { words: ['say'], phrases: ['smart quotes'], excluded: [] }],
    ['open "to the end', { words: ['open'], phrases: ['to the end'], excluded: [] }],
    ['hip-hop - -- ""', { words: ['hip-hop'], phrases: [], excluded: [] }],
    ['', { words: [], phrases: [], excluded: [] }],
  ])('%j is split into the words %j', (text, terms) => {
    expect(parseSearch(text)).toEqual(terms)
  })

  test('is limited to 32 words of 1000 characters', () => {
    const { words } = parseSearch(Array.from({ length: 1000 }, (_, index) => index).join(' '))
    expect(words).toHaveLength(32)
    expect(parseSearch('x'.repeat(1_000_000)).words[0]).toHaveLength(1000)
    fc.assert(fc.property(anyText, text => void parseSearch(text)))
  })
})
