import { html, type Html } from '../../core/html.ts'
import type { Words } from '../../core/words/speak.ts'
import { mailStyle } from './mail-style.ts'

/** A picture of a ticket's code, with a text about the ticket. */
export type TicketBlock = {
  kind: 'ticket'
  rows: readonly Row[]
  code: string
  /** The name of the picture among the attachments; without it no code is drawn. */
  picture?: { cid: string; alt: string } | undefined
  note?: string | undefined
}

type Row = { label: string; lines: readonly string[] }

/** The content of a mail. HTML and text are made from the same blocks, so neither says less than the other. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'sums'; rows: readonly { text: string; amount: string; isTotal?: boolean }[] }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'links'; links: readonly { text: string; url: string }[] }
  | { kind: 'footer'; lines: readonly string[]; link?: { text: string; url: string } | undefined }
  | TicketBlock

/** The whole text part, with line feeds as line ends. */
export function textOf(blocks: readonly Block[], { t }: Pick<Words, 't'>): string {
  const colon = t('mail.colon')
  return `${blocks.map(block => textOfBlock(block, colon)).join('\n\n')}\n`
}

function textOfBlock(block: Block, colon: string): string {
  const rowText = ({ label, lines }: Row) => `${label}${colon} ${lines.join('\n  ')}`
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(Array.from(block.text).length, 60))}`
    case 'text':
    case 'note':
      return block.text
    case 'rows':
      return block.rows.map(rowText).join('\n')
    case 'sums':
      return block.rows.map(({ text, amount }) => `${text}${colon} ${amount}`).join('\n')
    case 'link':
      return `${block.text}${colon}\n${block.url}`
    case 'links':
      return block.links.map(({ text, url }) => `${text}${colon}\n${url}`).join('\n')
    case 'ticket':
      return [...block.rows.map(rowText), block.code, block.note].filter(Boolean).join('\n')
    case 'footer':
      return [
        '-- ',
        ...block.lines,
        ...(block.link ? [`${block.link.text}${colon} ${block.link.url}`] : []),
      ].join('\n')
    default:
      return block satisfies never
  }
}

/** What a mail has of the site that sends it: its name and accent, and pictures among its attachments. */
export type MailLook = {
  site: string
  accent: string
  /** The name of the logo's picture. */
  logo?: string | undefined
  /** The name of the picture of the event, and the event's title. */
  picture?: { cid: string; alt: string } | undefined
}

type Opening = { title: string; language: string; look: MailLook }

/** The whole HTML part, without scripts and without anything loaded from the network. */
export function htmlOf(blocks: readonly Block[], { title, language, look }: Opening): string {
  // Who reads with their ears jumps to a heading: a mail about no event has its subject as one.
  const hasHeading = blocks.some(({ kind }) => kind === 'heading')
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${mailStyle(look.accent)}</style></head>
<body><main class="page">${brand(look)}${hasHeading ? undefined : html`<h1>${title}</h1>\n`}${blocks.map(htmlOfBlock)}</main></body>
</html>
`.text
}

/** The logo, or else the lamps of the site's mark, with its name; below them the picture of the event. */
function brand({ site, logo, picture }: MailLook): Html {
  const mark = logo
    ? html`<img src="cid:${logo}" alt="" height="32">`
    : html`<span class="lamp"></span><span class="lamp"></span><span class="lamp"></span> `
  return html`<p class="brand">${mark}${site}</p>
${picture && html`<img class="picture" src="cid:${picture.cid}" alt="${picture.alt}" width="560">\n`}`
}

function htmlOfBlock(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h1>${block.text}</h1>\n`
    case 'text':
      return html`<p>${block.text}</p>\n`
    case 'note':
      return html`<p class="note">${block.text}</p>\n`
    case 'rows':
      return html`<div class="facts">${rowsTable(block.rows)}</div>\n`
    case 'sums':
      return html`<table role="presentation">${block.rows.map(
        ({ text, amount, isTotal }) =>
          html`<tr class="${isTotal ? 'total' : 'line'}"><td>${text}</td><td class="amount">${amount}</td></tr>`,
      )}</table>\n`
    case 'link':
      return html`<p><a class="button" href="${block.url}">${block.text}</a></p>\n`
    case 'links':
      return html`<ul>${block.links.map(
        ({ text, url }) => html`<li><a href="${url}">${text}</a></li>`,
      )}</ul>\n`
    case 'ticket':
      return ticketHtml(block)
    case 'footer':
      return html`<p class="footer">${block.lines.map(line => html`${line}<br>`)}${
        block.link && html`<a href="${block.link.url}">${block.link.text}</a>`
      }</p>\n`
    default:
      return block satisfies never
  }
}

const rowsTable = (rows: readonly Row[]) =>
  html`<table>${rows.map(
    ({ label, lines }) =>
      html`<tr><th scope="row">${label}</th><td>${lines.map(
        (line, index) => html`${index > 0 && html`<br>`}<bdi>${line}</bdi>`,
      )}</td></tr>`,
  )}</table>\n`

function ticketHtml({ rows, code, picture, note }: TicketBlock): Html {
  const drawn =
    picture &&
    html`<img class="qr" src="cid:${picture.cid}" alt="${picture.alt}" width="220" height="220">`
  return html`<div class="ticket">${rowsTable(rows)}${drawn}${note && html`<p class="note">${note}</p>`}<p class="code">${code}</p></div>\n`
}
