import { singleBlanks } from './blanks.ts'
import { decodeEntities } from './entities.ts'

/** Tags that stand apart from the text around them, and by how many line ends. */
const apart: Readonly<Record<string, 1 | 2>> = {
  ...each('p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre figure table hr', 2),
  ...each('div li dt dd tr caption figcaption details summary', 1),
}

function each<Of>(names: string, value: Of): Record<string, Of> {
  return Object.fromEntries(names.split(' ').map(name => [name, value]))
}

/**
 * HTML as it is shown (`shownHtml`) as plain text for calendars, feeds and mails: paragraphs stay apart by a blank line,
 * `<br>` is a line end, items of lists are lines with their mark, and a link is followed by where it leads:
 * `Tickets (https://shop.example/)`. `""` for what has no text.
 */
export function readableText(html: string): string {
  const paper = new Paper()
  for (const [at, piece] of html.split(tags).entries()) {
    if (at % 2 === 0) paper.write(piece)
    else readTag(paper, piece)
  }
  return decodeEntities(paper.end())
}

/** Stored HTML as one line of plain text, for searches and descriptions of pages: tags removed, runs of blanks made one. */
export function plainText(html: string): string {
  const pieces = html.split(tags)
  const spaced = pieces.map((piece, at) => (at % 2 === 0 ? piece : parts.test(piece) ? ' ' : ''))
  return singleBlanks(decodeEntities(spaced.join('')))
}

const tags = /(<[^<>]*>)/
/** Tags between which words do not touch. */
const parts = /^<\/?(?:p|div|br|li|h[1-6]|tr|td|th|hr|blockquote|pre)\b/i

function readTag(paper: Paper, tag: string): void {
  const [, slash = '', given = ''] = /^<(\/?)([a-z][a-z\d]*)/i.exec(tag) ?? []
  const name = given.toLowerCase()
  const opens = slash === ''
  const gap = apart[name]
  if (gap !== undefined) paper.part(paper.lists > 0 && /^[uo]l$/.test(name) ? 1 : gap)
  meanings[name]?.(paper, tag, opens)
}

type Meaning = (paper: Paper, tag: string, opens: boolean) => void

const cell: Meaning = (paper, _tag, opens) => paper.cell(opens)

/** What tags mean beside standing apart. */
const meanings: Readonly<Record<string, Meaning>> = {
  br: paper => paper.part(1, { always: true }),
  img: (paper, tag) => paper.write(attribute(tag, 'alt')),
  td: cell,
  th: cell,
  ul: (paper, _tag, opens) => paper.list('ul', opens),
  ol: (paper, _tag, opens) => paper.list('ol', opens),
  li: (paper, _tag, opens) => {
    if (opens) paper.item()
  },
  pre: (paper, _tag, opens) => {
    paper.keepsLines = opens
  },
  a: (paper, tag, opens) => paper.link(opens ? attribute(tag, 'href') : undefined),
}

/** The value of an attribute as the sanitizer writes it, entities and all. */
function attribute(tag: string, name: 'href' | 'alt'): string {
  const mark = ` ${name}="`
  const from = tag.indexOf(mark)
  return from < 0 ? '' : (tag.slice(from + mark.length).split('"', 1)[0] ?? '')
}

/** Text that is being written, line by line. */
class Paper {
  private readonly lines: string[] = []
  private line = ''
  /** Line ends that come before the next word. */
  private gap = 0
  private mark = ''
  /** The number of the next item of each list that is open; 0 where they have none. */
  private readonly open: number[] = []
  private target: { href: string; line: number; at: number } | undefined
  keepsLines = false

  get lists(): number {
    return this.open.length
  }

  write(text: string): void {
    if (!this.keepsLines) return this.words(text.replace(/[ \t\r\n\f]+/g, ' '))
    for (const [at, line] of text.split('\n').entries()) {
      if (at > 0) this.part(1, { always: true })
      this.words(line, { asItIs: true })
    }
  }

  private words(text: string, { asItIs = false } = {}): void {
    const begins = this.line === '' || this.gap > 0
    const shown = !asItIs && (begins || this.line.endsWith(' ')) ? text.trimStart() : text
    if (shown === '') return
    if (this.gap > 0) this.turn()
    this.line += this.mark + shown
    this.mark = ''
  }

  /** Line ends before the next word; where they follow others, the larger number counts, or with `always` the sum. */
  part(ends: number, { always = false } = {}): void {
    const before = this.line === '' && this.lines.length === 0 ? 0 : this.gap
    this.gap = Math.min(2, always ? before + ends : Math.max(before, ends))
  }

  private turn(): void {
    if (this.line !== '' || this.lines.length > 0) {
      this.lines.push(this.line.trimEnd(), ...(this.gap > 1 ? [''] : []))
    }
    this.line = ''
    this.gap = 0
  }

  list(kind: 'ul' | 'ol', opens: boolean): void {
    if (opens) this.open.push(kind === 'ol' ? 1 : 0)
    else this.open.pop()
  }

  item(): void {
    const number = this.open.pop() ?? 0
    this.mark = '  '.repeat(this.open.length) + (number > 0 ? `${number}. ` : '- ')
    this.open.push(number > 0 ? number + 1 : 0)
  }

  cell(opens: boolean): void {
    if (opens && this.gap === 0 && this.line.trimEnd() !== '') this.words(' | ')
  }

  link(href: string | undefined): void {
    if (href !== undefined) {
      this.target = { href, line: this.lines.length, at: this.line.length }
      return
    }
    const { target } = this
    this.target = undefined
    if (target === undefined || !/^(?:https?|mailto|tel):/i.test(target.href)) return
    const address = target.href.replace(/^(?:mailto|tel):/i, '')
    const isHere = target.line === this.lines.length
    const said = isHere ? this.line.slice(target.at).trim() : ''
    if (isHere && said === '') this.words(address)
    else if (bare(said) !== bare(address)) {
      this.line = `${this.line.trimEnd()} (${address})`
    }
  }

  end(): string {
    return [...this.lines, this.line].join('\n').trim()
  }
}

/** An address without what people leave out when they write it. */
const bare = (address: string) => address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
