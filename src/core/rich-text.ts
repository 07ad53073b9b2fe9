import sanitize from 'sanitize-html'
import { wellFormed } from './entities.ts'

/**
 * What HTML from users may contain: text, lists, tables, pictures and links. No styles, classes or ids (they can cover the
 * page that shows them), no forms, frames or scripts, no addresses but web, mail and telephone.
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
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  nestingLimit: 50,
}

/** The parser's time grows with the square of the depth; a page of a million characters has far fewer tags. */
const mostTags = 20_000

/**
 * HTML without anything that could act. Everybody's goes through it, administrators' too, when it is written: what is
 * stored is safe to show. Doing it again changes nothing. Of a text with more than 20,000 tags only the text stays.
 */
export function sanitizeHtml(html: string): string {
  const isHuge = (html.match(/</g)?.length ?? 0) > mostTags
  const text = wellFormed(isHuge ? html.replace(/<[^<>]*>?/g, '') : html)
  return settled(sanitize(text.replaceAll('\0', ''), rules).trim())
}

/** What was nested wrongly is read differently after the first cleaning; a few more settle it. */
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
 * A stored description as it is answered: blank lines part paragraphs (`<p>`), single line ends become `<br />`, what is a
 * block already stays as it is (contract.md 12.1). `""` stays `""`. Doing it again changes nothing.
 */
export function descriptionHtml(html: string): string {
  const done: string[] = []
  let inline = ''
  let block = ''
  let depth = 0
  /** Where in `inline` the outermost tag that is still open begins. */
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
    // A paragraph cannot end within a tag that has not.
    else inline += depth > 0 ? piece.replace(/\n\s*\n/g, '\n') : piece
    if (depth === 0 && block !== '') {
      done.push(block)
      block = ''
    }
  }
  return [...done, ...paragraphs(inline), ...(block === '' ? [] : [block])].join('\n')
}

/** Whether a piece of HTML is a tag of a block, and how it changes the depth. */
function tagOf(piece: string): { isBlock: boolean; step: number } {
  const tag = /^<(\/?)([a-z][a-z\d]*)/i.exec(piece)
  const name = tag?.[2]?.toLowerCase() ?? ''
  if (tag === null || voids.has(name)) return { isBlock: blocks.has(name), step: 0 }
  return { isBlock: blocks.has(name), step: tag[1] === '/' ? -1 : 1 }
}

/** A stored excerpt as it is answered: one `<p>` or several; `""` stays `""`. */
export function excerptHtml(html: string): string {
  return descriptionHtml(html)
}

/** Text and inline tags between two blocks. Blank lines within an open inline tag have been taken out before. */
function paragraphs(inline: string): string[] {
  return inline
    .split(/\n[^\S\n]*\n\s*/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
    .map(paragraph => `<p>${paragraph.replace(/(?:<br\s*\/?>)?[^\S\n]*\n/gi, '<br />\n')}</p>`)
}
