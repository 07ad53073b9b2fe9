import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, can } from '../../core/caller.ts'
import { type Html, html, page } from '../../core/html.ts'
import type { Deps } from '../../messaging/deps.ts'
import {
  findCapture,
  findMessage,
  listMessages,
  type MessageRow,
} from '../../messaging/outbox/lookup.ts'
import { type RequestInfo, requestInfo } from '../../platform/http/request/request.ts'

type Recognise = (request: RequestInfo, writes: boolean) => Promise<Caller>
type MailParams = { Params: { id: string } }

const htmlType = 'text/html; charset=UTF-8'
const listed = 100

/** `/outbox`, which shows mails to administrators. */
export function mailPages(http: FastifyInstance, deps: Deps, recognise: Recognise) {
  const root = new URL(deps.publicRoot).pathname.replace(/\/$/, '')
  const staffOnly = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer')
    const caller = await recognise(requestInfo(request), false)
    if (can(caller, 'manage_site')) return
    const status = caller.kind === 'anonymous' ? 401 : 403
    await reply
      .code(status)
      .type(htmlType)
      .send(page('Outbox', refused(root)))
  }
  http.get('/outbox', { preHandler: staffOnly }, async (_, reply) => {
    // After `marquee seed` hundreds of withdrawn mails would stand before the few that were made.
    const messages = await listMessages(deps.db, { except: 'withdrawn' }, { limit: listed })
    return reply.type(htmlType).send(page('Outbox', outboxList(root, messages)))
  })
  http.get<MailParams>(
    '/outbox/:id(^\\d{1,15}$)',
    { preHandler: staffOnly },
    async (request, reply) => {
      const message = await findMessage(deps.db, Number(request.params.id))
      const raw = message && (await findCapture(deps.db, message.id))
      const shown = message && (await outboxMessage(root, message, raw))
      if (!shown) return reply.code(404).type(htmlType).send(page('Outbox', unknown))
      return reply.type(htmlType).send(page('Outbox', shown))
    },
  )
  http.get<MailParams>(
    '/outbox/:id(^\\d{1,15}$)/html',
    { preHandler: staffOnly },
    async (request, reply) => {
      const raw = await findCapture(deps.db, Number(request.params.id))
      if (!raw) return reply.code(404).type(htmlType).send(page('Outbox', unknown))
      return reply
        .type(htmlType)
        .header('content-security-policy', lettersPolicy)
        .send(await letterOf(raw))
    },
  )
  attachmentPage(http, deps, staffOnly)
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** A file of a kept mail, by its place among them. It is only ever downloaded: its type is what the mail says. */
function attachmentPage(http: FastifyInstance, deps: Deps, staffOnly: Guard) {
  http.get<{ Params: { id: string; number: string } }>(
    '/outbox/:id(^\\d{1,15}$)/files/:number(^\\d{1,3}$)',
    { preHandler: staffOnly },
    async ({ params }, reply) => {
      const raw = await findCapture(deps.db, Number(params.id))
      const file = raw && (await parse(raw)).attachments[Number(params.number)]
      if (typeof file?.content !== 'string')
        return reply.code(404).type(htmlType).send(page('Outbox', unknown))
      const name = encodeURIComponent(file.filename ?? 'file')
      return reply
        .type(file.mimeType)
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .send(Buffer.from(file.content, 'base64'))
    },
  )
}

const refused = (root: string) =>
  html`<h1>Outbox</h1><p><a href="${root}/sign-in?next=/outbox">Sign in</a> as an administrator.</p>`
const unknown = html`<h1>Outbox</h1><p>There is no such mail, or it is not kept any more.</p>`

/** A mail has its own styles and pictures, and no rights in its frame. */
const lettersPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation"

const outboxList = (root: string, messages: readonly MessageRow[]): Html => html`<h1>Outbox</h1>
  <p>The newest ${messages.length} mails, without those that were withdrawn (<code>marquee mail list --state withdrawn</code>).</p>
  <table><thead><tr><th>Mail</th><th>To</th><th>What</th><th>State</th><th>When</th></tr></thead>
  <tbody>${messages.map(
    ({ id, recipient, kind, subject, state, error, created_at: at }) =>
      html`<tr><td><a href="${root}/outbox/${id}">${subject || `Mail ${id}`}</a></td><td>${shownAddress(recipient)}</td>
        <td>${kind}</td><td>${state}${error && `: ${error}`}</td>
        <td><time datetime="${at.toISOString()}">${at.toISOString()}</time></td></tr>`,
  )}</tbody></table>`

const shownAddress = (recipient: string) => (recipient.startsWith('erased:') ? '' : recipient)

async function outboxMessage(
  root: string,
  message: MessageRow,
  raw: Buffer | undefined,
): Promise<Html> {
  const { id, kind, state, subject, error, response } = message
  const parts = raw && (await parse(raw))
  return html`<p><a href="${root}/outbox">Outbox</a></p><h1>${subject || `Mail ${id}`}</h1>
    <p>${kind} to ${shownAddress(message.recipient)}: ${state}${(error ?? response) && ` (${error ?? response})`}</p>
    ${
      parts
        ? html`<iframe src="${root}/outbox/${id}/html" title="The mail as it looks" width="640" height="900"></iframe>
      <h2>As text</h2><pre>${parts.text ?? ''}</pre>
      <h2>Attachments</h2><ul>${parts.attachments.map(
        ({ filename, mimeType }, number) =>
          html`<li><a href="${root}/outbox/${id}/files/${number}">${filename}</a> (${mimeType})</li>`,
      )}</ul>`
        : html`<p>The mail itself is kept only where no mail server is set, and for a week.</p>`
    }`
}

async function parse(raw: Buffer) {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(raw, { attachmentEncoding: 'base64' })
}

/** The HTML part with its pictures in it. */
async function letterOf(raw: Buffer): Promise<string> {
  const { html: body = '', attachments } = await parse(raw)
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    const cid = contentId?.replace(/^<|>$/g, '') ?? ''
    return cid === '' || typeof content !== 'string' || !mimeType.startsWith('image/')
      ? text
      : text.replaceAll(`src="cid:${cid}"`, `src="data:${mimeType};base64,${content}"`)
  }, body)
}
