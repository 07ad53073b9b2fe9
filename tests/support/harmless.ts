import { decodeEntities } from '../../src/core/text.ts'

/**
 * Judges HTML by its spelling instead of by a parser. Every tag must be written in the one plain way in which all
 * parsers agree, be a known one without contents of its own kind (no script, style, textarea, svg, math …), and carry
 * known attributes only; nothing else may hold a `<`. What passes means the same to every browser.
 */
const contentTags = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var em strong b i u s del ins sub sup small mark q cite abbr dfn time span div figure figcaption details summary table caption colgroup col thead tbody tfoot tr th td a img'.split(
    ' ',
  ),
)
const pageTags = new Set('html head meta title body main link nav section'.split(' '))
const contentAttributes = new Set(
  'href src alt title width height datetime start type colspan rowspan scope lang dir'.split(' '),
)
const pageAttributes = new Set('charset name content rel class id aria-label'.split(' '))

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*) ?\/?>/g

/** What in this HTML could act or be read in two ways; empty when nothing. `page` also takes what our own pages have. */
export function dangersOf(html: string, { page = false } = {}): string[] {
  const dangers: string[] = []
  const rest = html.replace(tag, (whole, _slash, name: string, attributes: string) => {
    if (!contentTags.has(name) && !(page && pageTags.has(name))) dangers.push(`tag ${whole}`)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      const known = contentAttributes.has(attribute) || (page && pageAttributes.has(attribute))
      if (!known) dangers.push(`attribute ${whole}`)
      if ((attribute === 'href' || attribute === 'src') && !isPlainAddress(value)) {
        dangers.push(`address ${whole}`)
      }
    }
    return ''
  })
  const left = page ? rest.replace(/^<!doctype html>/, '') : rest
  if (left.includes('<')) dangers.push(`a bare < in ${left.slice(left.indexOf('<'), 80)}`)
  return dangers
}

/** An address as a browser reads it: entities decoded, control characters and blanks taken out. */
function isPlainAddress(value: string): boolean {
  // Browsers drop them, so they can hide a scheme.
  const read = decodeEntities(value).replace(/[\p{Cc}\s]/gu, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme)
}
