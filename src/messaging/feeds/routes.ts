import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentPath } from '../../catalogue/addresses/lookup.ts'
import { shownTables } from '../../catalogue/shown-tables.ts'
import { anonymous } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Locale } from '../../core/locale.ts'
import { toLocal } from '../../core/time.ts'
import { createBasis } from '../../platform/http/kept/answer-basis.ts'
import type { AnswerCache, RequestHead } from '../../platform/http/kept/answer-cache.ts'
import { sendKept } from '../../platform/http/kept/send-kept.ts'
import { rememberSent } from '../../platform/http/kept/shortcut.ts'
import type { ListLimit } from '../../platform/http/limits/list-limit.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import { findLinkedOrder } from '../../shop/orders/record/find-linked-order.ts'
import { calendarOfOrder } from '../calendar/event-calendar.ts'
import type { Deps } from '../deps.ts'
import { localeOfOrder } from '../locale-of-order.ts'
import { speakerOf } from '../../core/words/speak.ts'
import { makeFeed, type ReadPageFilters } from './make-feed.ts'
import { type FeedAddress, feedInstead, feedTypes, readFeedAddress } from './rules.ts'

/**
 * Dependencies that feeds share with lists and pages: limits, kept answers in each language, the language of a request,
 * and the filters of pages.
 */
export type FeedContext = {
  lists: ListLimit
  kept: AnswerCache
  localeOf: (request: RequestHead) => Locale
  readPageFilters: ReadPageFilters
}

const file = ':file(^[^/]+\\.(?:ics|rss|atom)$)'
const paths = [
  '/events.ics',
  '/events.rss',
  '/events.atom',
  ...['/events/category', '/events/tag', '/venue', '/organizer', '/event'].map(
    folder => `${folder}/${file}`,
  ),
]

/** Calendars and news of events, at the address of each page followed by `.ics`, `.rss` or `.atom`. */
export function feedRoutes(http: FastifyInstance, deps: Deps, context: FeedContext) {
  const root = new URL(deps.publicRoot).pathname.replace(/\/$/, '')
  const { clock, config } = deps
  const instead = (url: string) =>
    feedInstead(url, toLocal(clock.now(), config.timezone).slice(0, 10))
  http.addHook('onRequest', (request, reply, done) => {
    const { url, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const target = isRead && /ical|\/feed/.test(url) ? instead(url) : undefined
    if (target === undefined) done()
    else void reply.redirect(root + target)
  })
  for (const path of paths) {
    http.get(path, (request, reply) => answerFeed({ deps, ...context }, request, reply))
  }
  orderCalendarRoute(http, deps)
}

async function answerFeed(
  { deps, lists, kept, localeOf, readPageFilters }: FeedContext & { deps: Deps },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [path = ''] = request.url.split('?', 1)
  const address = readFeedAddress(path) ?? fail('rest_no_route')
  const { lang: _, ...query } = request.query as Record<string, unknown>
  const locale = localeOf(request)
  const parameters = Object.entries(query).sort(([a], [b]) => a.localeCompare(b))
  const kinds = kept.kindsOf(shownTables.catalogue)
  const text = `feed ${locale} ${path} ${JSON.stringify(parameters)}`
  const cached = await kept.look(request, { text, network: networkOf(request.ip), kinds })
  if (cached && 'body' in cached) {
    rememberSent(request, reply, cached)
    return sendKept(kept, { request, reply, kept: cached })
  }
  const { standBack, giveUp, keep } = cached ?? {}
  const basis = createBasis(kinds)
  try {
    const visitor = { caller: anonymous, address: request.ip, standBack }
    const page = path.replace(/\.\w+$/, '/')
    const shown = { ...address, locale, query, readPageFilters }
    const feed = await lists.run(visitor, db =>
      makeFeed(deps, { ...shown, lists: db, basis, page, self: selfOf(request.url) }),
    )
    if (feed === undefined) return await leadOn(deps, { address, url: request.url }, reply)
    const headers = {
      'content-type': feedTypes[address.form],
      'content-language': locale,
      vary: 'Accept-Language, Cookie',
    }
    if (!keep) return reply.headers({ ...headers, 'cache-control': 'no-cache' }).send(feed)
    const made = keep(feed, headers, basis.told())
    return await sendKept(kept, { request, reply, kept: made })
  } finally {
    giveUp?.()
  }
}

/** The address of a feed without its language: a feed is kept for all who read it in that language, however they asked for it. */
function selfOf(url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const others = search.split('&').filter(pair => pair !== '' && !/^lang(?:=|$)/.test(pair))
  return others.length === 0 ? path : `${path}?${others.sort().join('&')}`
}

/** Who subscribed to a record that was renamed since goes on with its present feed. */
async function leadOn(
  { db, publicRoot }: Deps,
  { address: { subject, form }, url }: { address: FeedAddress; url: string },
  reply: FastifyReply,
) {
  const path = subject.kind === 'list' ? undefined : await currentPath(db, subject)
  if (path === undefined) return fail('rest_no_route')
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  return reply.redirect(`${publicRoot}${path.replace(/\/$/, '')}.${form}${query}`, 301)
}

/**
 * The events of an order, for the calendar program of its buyer, which reads it again and again. Contains nothing
 * about the buyer.
 */
function orderCalendarRoute(http: FastifyInstance, deps: Deps) {
  http.get('/tickets-order/calendar.ics', async ({ query, ip }, reply) => {
    const { 'tc-order-id': orderId, key } = query as Record<string, unknown>
    const order = await findLinkedOrder(deps, { id: orderId, key, address: ip })
    if (!order) return fail('rest_no_route')
    const locale = localeOfOrder(deps, order)
    const text = await calendarOfOrder(deps, {
      orderId: order.id,
      locale,
      name: speakerOf(locale).t('feed.own'),
      url: `${deps.publicRoot}/events/`,
    })
    return reply
      .headers({ 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' })
      .type(feedTypes.ics)
      .send(text)
  })
}
