import { html, Html } from '../../core/html.ts'
import type { Words } from '../../core/words/speak.ts'

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

/** Colours with sufficient contrast (AA) in light and dark mode; a QR code is on white in both. */
const style = new Html(`
body{margin:0;padding:0;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.page{max-width:600px;margin:0 auto;padding:24px 20px;background:#ffffff}
h1{font-size:22px;line-height:1.25;margin:0 0 16px}
p,ul{margin:0 0 16px}
table{border-collapse:collapse;width:100%;margin:0 0 16px}
td,th{padding:4px 0;vertical-align:top;text-align:left;font-weight:normal}
th{width:30%;padding-right:12px;color:#52525b}
td.amount{text-align:right;white-space:nowrap}
tr.total td{border-top:1px solid #d4d4d8;font-weight:bold}
a{color:#1d4ed8}
a.button{display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none}
.ticket{border:1px solid #d4d4d8;border-radius:8px;padding:16px;margin:0 0 16px}
.code{font:13px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;margin:8px 0 0}
.note{padding:10px 14px;border-left:4px solid #b45309;background:#fef3c7;color:#451a03}
.footer{font-size:14px;color:#52525b;border-top:1px solid #d4d4d8;padding-top:16px}
.qr{display:block;width:220px;height:220px;max-width:100%;background:#ffffff}
@media (prefers-color-scheme:dark){
body{background:#18181b;color:#f4f4f5}.page{background:#27272a}th,.footer{color:#d4d4d8}a{color:#93c5fd}
a.button{background:#93c5fd;color:#0b1220}.ticket,tr.total td,.footer{border-color:#52525b}.note{background:#451a03;color:#fef3c7}}
`)

/** The whole HTML part, without scripts and without anything loaded from the network. */
export function htmlOf(
  blocks: readonly Block[],
  { title, language }: { title: string; language: string },
): string {
  // Who reads with their ears jumps to a heading: a mail about no event has its subject as one.
  const hasHeading = blocks.some(({ kind }) => kind === 'heading')
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${style}</style></head>
<body><main class="page">${hasHeading ? undefined : html`<h1>${title}</h1>\n`}${blocks.map(htmlOfBlock)}</main></body>
</html>
`.text
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
      return rowsTable(block.rows)
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
        (line, index) => html`${index > 0 && html`<br>`}${line}`,
      )}</td></tr>`,
  )}</table>\n`

function ticketHtml({ rows, code, picture, note }: TicketBlock): Html {
  const drawn =
    picture &&
    html`<img class="qr" src="cid:${picture.cid}" alt="${picture.alt}" width="220" height="220">`
  return html`<div class="ticket">${rowsTable(rows)}${drawn}${note && html`<p class="note">${note}</p>`}<p class="code">${code}</p></div>\n`
}
