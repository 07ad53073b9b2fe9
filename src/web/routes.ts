import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findEvent } from '../catalogue/events/lookup.ts'
import { anonymous } from '../core/caller.ts'
import type { Deps } from '../shop/deps.ts'
import { type AnswerCache, sendKept } from '../platform/http/answer-cache.ts'
import type { ListLimit } from '../platform/http/list-limit.ts'
import { networkOf } from '../platform/net/network-of.ts'
import { discovery } from './discovery.ts'
import { eventPage } from './event-page.ts'
import { eventsPage, pageAsked } from './events-page.ts'
import { html, page } from './html.ts'
import { orderPage } from './order-page.ts'
import { recordPage } from './record-page.ts'
import type { Shown } from './shown.ts'
import { termPage } from './term-page.ts'

type Named = { Params: { name: string } }

/** What the page of events shares with the lists of the interface: their limits, and their memory. */
export type PageMeans = { lists: ListLimit; kept: AnswerCache }

/** A page for every address the interface hands out (contract.md 1.6). Plain, and complete without scripts. */
export function pageRoutes(http: FastifyInstance, deps: Deps, means: PageMeans) {
  http.get<Named>('/event/:name', async ({ params }, reply) =>
    answer(deps, reply, await eventPage(deps, { slug: params.name })),
  )
  http.get<Named>('/venue/:name', async ({ params }, reply) =>
    answer(deps, reply, await recordPage(deps, 'venue', params.name)),
  )
  http.get<Named>('/organizer/:name', async ({ params }, reply) =>
    answer(deps, reply, await recordPage(deps, 'organizer', params.name)),
  )
  http.get('/events', (request, reply) => answerEvents({ deps, ...means }, request, reply))
  http.get<Named>('/events/category/:name', async ({ params }, reply) =>
    answer(deps, reply, await termPage(deps, 'category', params.name)),
  )
  http.get<Named>('/events/tag/:name', async ({ params }, reply) =>
    answer(deps, reply, await termPage(deps, 'tag', params.name)),
  )
  http.get('/tickets-order', async ({ query, ip }, reply) => {
    const { 'tc-order-id': id, key } = query as Record<string, unknown>
    const known = typeof key === 'string' && /^\d{1,15}$/.test(String(id))
    reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer')
    return answer(
      deps,
      reply,
      known ? await orderPage(deps, { id: Number(id), key, address: ip }) : undefined,
    )
  })
  http.get('/', async ({ query }, reply) => {
    const { p, event_qr_code, event_id } = query as Record<string, unknown>
    if (idIn(p) !== undefined)
      return answer(deps, reply, await eventPage(deps, { id: idIn(p) ?? 0 }))
    if (event_qr_code !== undefined) return toEvent(deps, reply, idIn(event_id))
    return answer(deps, reply, { title: 'Marquee', content: home })
  })
}

const home = html`<h1>Marquee</h1><p><a href="/events/">Events</a> and tickets. The interface is described
  <a href="/docs/events">here (events)</a> and <a href="/docs/tickets">here (tickets)</a>.</p>`

const idIn = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined)

/** A ticket's QR code opened in a browser shows its event: checking in is for scanners with a key. */
async function toEvent({ db, publicRoot }: Deps, reply: FastifyReply, id: number | undefined) {
  const event = id === undefined ? undefined : await findEvent(db, id)
  const path = event?.status === 'publish' ? `/event/${encodeURIComponent(event.slug)}/` : '/'
  return reply.redirect(publicRoot + path)
}

/** The same page for everybody, whatever cookies come with the request: it is made once for all who want it. */
async function answerEvents(
  { deps, lists, kept }: PageMeans & { deps: Deps },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const wanted = pageAsked((request.query as Record<string, unknown>)['page'])
  if (wanted === undefined) return answer(deps, reply, undefined)
  const question = { text: `page of events ${wanted}`, network: networkOf(request.ip) }
  const found = await kept.look({ method: 'GET', headers: {} }, question)
  if (found && 'body' in found) return sendKept(request, reply, found)
  const { standBack, giveUp, keep } = found ?? {}
  try {
    const asked = { caller: anonymous, address: request.ip, standBack }
    const shown = await lists.run(asked, db => eventsPage(deps, { page: wanted, lists: db }))
    if (!shown || !keep) return answer(deps, reply, shown)
    const { headers, tags } = discovery(deps, shown.source)
    const type = { 'content-type': htmlType }
    return sendKept(
      request,
      reply,
      keep(page(shown.title, shown.content, tags), { ...headers, ...type }),
    )
  } finally {
    giveUp?.()
  }
}

const htmlType = 'text/html; charset=UTF-8'

function answer(deps: Deps, reply: FastifyReply, shown: Shown | undefined) {
  const { headers, tags } = discovery(deps, shown?.source)
  reply.type(htmlType).headers(headers)
  if (shown) return reply.send(page(shown.title, shown.content, tags))
  return reply.code(404).send(page('Not found', html`<h1>There is no such page.</h1>`, tags))
}
