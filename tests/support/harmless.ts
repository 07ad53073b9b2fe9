import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeEntities } from '../../src/core/text.ts'

/**
 * Judges HTML by its spelling instead of a parser. Every tag must be written in the one plain way that all
 * parsers read alike, must be on a list of tags without special content (no script, style, textarea, svg,
 * math …), and may have listed attributes only. No other `<` may occur. HTML that passes means the same to
 * every browser.
 */
const contentTags = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var em strong b i u s del ins sub sup small mark q cite abbr dfn time span div figure figcaption details summary table caption colgroup col thead tbody tfoot tr th td a img'.split(
    ' ',
  ),
)
const pageTags = new Set(
  'html head meta title body main link nav section header footer article aside form input button label picture source svg path bdi'.split(
    ' ',
  ),
)
const contentAttributes = new Set(
  'href src alt title width height datetime start type colspan rowspan scope lang dir'.split(' '),
)
const pageAttributes = new Set(
  'charset name content rel class id aria-label aria-hidden aria-current aria-labelledby aria-describedby aria-invalid property media hreflang role action method for type value placeholder maxlength autocomplete required srcset sizes loading fetchpriority viewbox d tabindex data-local data-zone data-words data-share data-copied data-stepper data-least data-step data-basket data-no-basket data-time data-choice data-one data-more data-price data-currency data-sum data-bar data-near-problem hidden inputmode min max step novalidate disabled checked readonly minlength pattern tabindex enterkeyhint data-hold data-now data-left data-soon data-over data-clock data-warning aria-live'.split(
    ' ',
  ),
)
/** What our pages contain besides tags: data that browsers do not run, and our own script files. */
const pageScripts =
  /<script type="(?:application\/ld\+json">[^<]*|module" src="\/assets\/[a-zA-Z0-9._-]+">)<\/script>/g
/** Our own scripts inside pages, letter by letter. */
const ownScripts = builtScripts().map(text => `<script type="module">${text}</script>`)
/** The picture of a QR code that a page contains: squares and nothing else, letter by letter. */
const ownCodes =
  / src="data:image\/svg\+xml,%3Csvg xmlns='http:\/\/www\.w3\.org\/2000\/svg' viewBox='[\d ]+' shape-rendering='crispEdges'%3E%3Cpath fill='%23ffffff' d='[\dMhvHz ]+'\/%3E%3Cpath stroke='%23000000' d='[\dMmh. -]+'\/%3E%3C\/svg%3E"/g
/** The rules that our pages contain, at the end of the head, where nobody writes but we. */
const pageStyle = /<style>[^<]*<\/style>(?=<\/head>)/

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*) ?\/?>/g
// In quotes a `>` ends no tag, and our pages write it unescaped; a boolean attribute has a name only.
const pageTag = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<]*")?)*) ?\/?>/g

const attributeIn = / ([a-zA-Z-]+)(?:="([^"]*)")?/g

/**
 * Everything in this HTML that could act or be read in two ways; empty when there is nothing. `page` also
 * allows what our own pages contain.
 */
export function dangersOf(html: string, { page = false } = {}): string[] {
  const dangers: string[] = []
  const text = page ? withoutOurs(html) : html
  const rest = text.replace(
    page ? pageTag : tag,
    (whole, _slash, name: string, attributes: string) => {
      if (!contentTags.has(name) && !(page && pageTags.has(name))) dangers.push(`tag ${whole}`)
      for (const [, attribute = '', value = ''] of attributes.matchAll(attributeIn)) {
        const name = attribute.toLowerCase()
        const known = contentAttributes.has(name) || (page && pageAttributes.has(name))
        if (!known) dangers.push(`attribute ${whole}`)
        if (['href', 'src', 'action'].includes(name) && !isPlainAddress(value)) {
          dangers.push(`address ${whole}`)
        }
      }
      return ''
    },
  )
  const left = page ? rest.replace(/^<!doctype html>/, '') : rest
  if (left.includes('<')) dangers.push(`a bare < in ${left.slice(left.indexOf('<'), 80)}`)
  return dangers
}

function withoutOurs(html: string): string {
  // On somebody's own page they carry the nonce that the page's policy names.
  const unmarked = html.replaceAll(
    /<script type="module" nonce="[\w-]{22}">/g,
    '<script type="module">',
  )
  const plain = ownScripts.reduce((text, script) => text.replaceAll(script, ''), unmarked)
  return plain.replace(pageScripts, '').replace(ownCodes, '').replace(pageStyle, '')
}

function builtScripts(): string[] {
  const folder = path.resolve(import.meta.dirname, '../../dist/islands')
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.js')) : []
  return files.map(name => readFileSync(path.join(folder, name), 'utf8').trim())
}

/** An address as a browser reads it: entities decoded, control characters and blanks removed. */
function isPlainAddress(value: string): boolean {
  // Browsers ignore these characters, so they can hide a scheme.
  const read = decodeEntities(value).replace(/[\p{Cc}\s]/gu, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'tel', 'webcal'].includes(scheme)
}
