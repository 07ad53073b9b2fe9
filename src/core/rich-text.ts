import sanitize from 'sanitize-html'
import { wellFormed } from './entities.ts'

/**
 * What HTML from users may contain: text, lists, tables, pictures and links. Styles, classes and ids are
 * removed, because they can cover the page. Forms, frames and scripts are removed. Links may be web, mail and
 * telephone addresses.
 */
const rules: sanitize.IOptions = {
  allowedTags:
    'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var em strong b i u s del ins sub sup small mark q cite abbr dfn time span div figure figcaption details summary table caption colgroup col thead tbody tfoot tr th td a img'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    abbr: ['title'],
    time: ['datetime'],
    ol: ['start', 'type'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: { a: openly('href'), img: openly('src') },
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  nestingLimit: 50,
}

/**
 * Writes an address without blanks and invisible characters at its ends. Where they hide a scheme further in, the address
 * is removed. Browsers ignore those of ASCII only, but other programs that show our texts ignore more.
 */
function openly(name: 'href' | 'src'): sanitize.Transformer {
  return (tagName, attribs) => {
    const { [name]: address, ...others } = attribs
    if (address === undefined) return { tagName, attribs }
    const seen = address.replace(/^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$/gu, '')
    const schemeIn = (text: string) => /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0]
    const isOpen = schemeIn(seen) === schemeIn(seen.replace(/[\s\p{C}]/gu, ''))
    return { tagName, attribs: isOpen ? { ...attribs, [name]: seen } : others }
  }
}

/**
 * The parser's time grows with the square of the nesting depth. A page of a million characters has far fewer
 * tags than this.
 */
const mostTags = 20_000

/**
 * Removes everything active from HTML. All HTML is cleaned when it is written, administrators' too, so stored
 * HTML is safe to show. Cleaning twice changes nothing. A text with more than 20,000 tags is reduced to plain
 * text.
 */
export function sanitizeHtml(html: string): string {
  const isHuge = (html.match(/</g)?.length ?? 0) > mostTags
  const text = wellFormed(isHuge ? html.replace(/<[^<>]*>?/g, '') : html)
  return settled(sanitize(text.replaceAll('\0', ''), rules).trim())
}

/**
 * Wrongly nested tags are parsed differently after the first cleaning, so cleaning repeats a few times until
 * nothing changes.
 */
function settled(html: string): string {
  let before = html
  for (let round = 0; round < 3; round += 1) {
    const after = sanitize(before, rules).trim()
    if (after === before) break
    before = after
  }
  return before
}

const blocks = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div figure figcaption details summary table hr'.split(
    ' ',
  ),
)
const voids = new Set(['br', 'hr', 'img', 'col'])

/**
 * A stored description as the API shows it (contract.md 12.1): blank lines separate paragraphs (`<p>`),
 * single line ends become `<br />`, existing blocks stay. `""` stays `""`. Applying it twice changes nothing.
 */
export function descriptionHtml(html: string): string {
  const done: string[] = []
  let inline = ''
  let block = ''
  let depth = 0
  /** The position in `inline` of the outermost tag that is still open. */
  let open = 0
  for (const piece of html.replace(/\r\n?/g, '\n').split(/(<\/?[a-z][^<>]*>)/i)) {
    const { isBlock, step } = tagOf(piece)
    if (isBlock && block === '') {
      if (depth === 0) open = inline.length
      done.push(...paragraphs(inline.slice(0, open)))
      block = inline.slice(open)
      inline = ''
    } else if (depth === 0) open = inline.length
    depth = Math.max(0, depth + step)
    if (isBlock || block !== '') block += piece
    // A paragraph cannot end while an inline tag is open.
    else inline += depth > 0 ? piece.replace(/\n\s*\n/g, '\n') : piece
    if (depth === 0 && block !== '') {
      done.push(block)
      block = ''
    }
  }
  return [...done, ...paragraphs(inline), ...(block === '' ? [] : [block])].join('\n')
}

/**
 * The HTML of a stored text as it is shown: what was rendered when the text was saved, or rendered now where a release wrote
 * the text that keeps none (contract.md 12.1).
 */
export const shownHtml = (stored: string, rendered: string | null): string =>
  rendered ?? descriptionHtml(stored)

/** Whether a piece of HTML is a tag of a block element, and by how much it changes the nesting depth. */
function tagOf(piece: string): { isBlock: boolean; step: number } {
  const tag = /^<(\/?)([a-z][a-z\d]*)/i.exec(piece)
  const name = tag?.[2]?.toLowerCase() ?? ''
  if (tag === null || voids.has(name)) return { isBlock: blocks.has(name), step: 0 }
  return { isBlock: blocks.has(name), step: tag[1] === '/' ? -1 : 1 }
}

/** A stored excerpt as the API shows it: one or several `<p>`; `""` stays `""`. */
export function excerptHtml(html: string): string {
  return descriptionHtml(html)
}

/** Text and inline tags between two blocks. Blank lines inside an open inline tag were removed earlier. */
function paragraphs(inline: string): string[] {
  return inline
    .split(/\n[^\S\n]*\n\s*/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
    .map(
      paragraph =>
        `<p>${paragraph.replace(/(?:<br\s*\/?>)?(?<![^\S\n])[^\S\n]*\n/gi, '<br />\n')}</p>`,
    )
}
