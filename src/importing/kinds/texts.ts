import { escapeHtml, sanitizeHtml } from '../../core/text.ts'

/** A text of the source as ours, and what was dropped. */
export type Converted = { html: string; losses: string[] }

/** What was findings on the way through a text. */
type Findings = { losses: string[]; gone: Set<string> }

const active = /<(script|style|form|object|embed|input|button)\b/gi

/**
 * A description of the old system: marks of blocks and shortcodes go, frames become links to what they showed, and the rest is
 * cleaned like all HTML. Blank lines of classic texts stay, because they are paragraphs here too (contract.md 12.1).
 */
export function convertText(text: string): Converted {
  const findings: Findings = { losses: [], gone: new Set() }
  const plain = withoutFrames(withoutShortcodes(withoutComments(text), findings), findings)
  for (const [, name = ''] of plain.matchAll(active)) findings.gone.add(`<${name.toLowerCase()}>`)
  const { losses, gone } = findings
  if (gone.size > 0) losses.push(`Its text is without ${[...gone].sort().join(', ')}.`)
  return { html: sanitizeHtml(plain.replace(/\n{3,}/g, '\n\n')), losses }
}

/**
 * Comments mark blocks, the end of a teaser and the like. Between the marks of a block of the calendar stand only places for the
 * time, the venue and the tickets of the event, so that goes too.
 */
function withoutComments(text: string): string {
  let rest = ''
  let at = 0
  let block: string | undefined
  for (;;) {
    const from = text.indexOf('<!--', at)
    const to = from < 0 ? -1 : text.indexOf('-->', from + 4)
    if (to < 0) return block === undefined ? rest + text.slice(at) : rest
    if (block === undefined) rest += text.slice(at, from)
    const mark = text.slice(from + 4, to).trim()
    block = blockAfter(mark, block)
    at = to + 3
  }
}

/** The block of the calendar that is open after a mark. */
function blockAfter(mark: string, open: string | undefined): string | undefined {
  if (open !== undefined) return mark.startsWith(`/${open}`) ? undefined : open
  if (!/^wp:(tribe|tec)\//.test(mark) || mark.endsWith('/')) return undefined
  return mark.split(/\s/, 1)[0]
}

const shortcodes = [
  'tribe_',
  'tribe-',
  'tec_',
  'caption',
  'wp_caption',
  'gallery',
  'embed',
  'audio',
  'video',
  'playlist',
]
const shortcodeMost = 2000

/** Only shortcodes that are shortcode go: brackets may also be words. */
function withoutShortcodes(text: string, { gone }: Findings): string {
  let rest = ''
  let at = 0
  for (;;) {
    const from = text.indexOf('[', at)
    if (from < 0) return rest + text.slice(at)
    rest += text.slice(at, from)
    const code = text.slice(from, from + shortcodeMost)
    const length = code.indexOf(']') + 1
    const inside = code.slice(code[1] === '/' ? 2 : 1, Math.max(0, length - 1))
    const shortcode = shortcodes.find(name => inside.startsWith(name))
    if (length === 0 || shortcode === undefined) {
      rest += '['
      at = from + 1
      continue
    }
    const name = inside.split(/[\s=]/, 1)[0] ?? shortcode
    if (!shortcode.includes('caption')) gone.add(`[${name}]`)
    if (shortcode === 'audio' || shortcode === 'video') rest += recordingIn(inside)
    at = from + length
  }
}

/** A recording becomes a link to it. */
function recordingIn(code: string): string {
  const address = code.split(/["'\s=]/).find(part => /^https?:\/\//.test(part))
  return address === undefined ? '' : link(address)
}

/** Frames show something from elsewhere: a link leads there. */
function withoutFrames(text: string, { losses }: Findings): string {
  const opening = /<iframe\b/gi
  const closing = /<\/iframe>/gi
  let rest = ''
  let at = 0
  for (let findings = opening.exec(text); findings; findings = opening.exec(text)) {
    rest += text.slice(at, findings.index)
    const end = text.indexOf('>', findings.index)
    if (end < 0) return rest
    const address = sourceIn(
      text.slice(findings.index, Math.min(end, findings.index + shortcodeMost)),
    )
    if (address !== undefined) {
      losses.push(`A frame in its text became a link to ${address}.`)
      rest += link(address)
    }
    closing.lastIndex = end
    const closed = closing.exec(text)
    at = closed ? closed.index + closed[0].length : text.length
    opening.lastIndex = at
  }
  return rest + text.slice(at)
}

function sourceIn(tag: string): string | undefined {
  const from = tag.search(/\ssrc\b/i)
  const value = from < 0 ? '' : tag.slice(from + 4).replace(/^\s*=\s*/, '')
  const quote = value[0] === '"' || value[0] === "'" ? value[0] : undefined
  const address =
    quote === undefined ? value.split(/[\s>]/, 1)[0] : value.slice(1).split(quote, 1)[0]
  if (address === undefined || !/^(https?:)?\/\//i.test(address)) return undefined
  return address.startsWith('//') ? `https:${address}` : address
}

const link = (address: string) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`
