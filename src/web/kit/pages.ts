import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorTable } from '../../core/error-table.ts'
import { interfacePathOf } from '../../config/interface-path.ts'
import { shownTables } from '../../catalogue/shown-tables.ts'
import { createBasis } from '../../platform/http/kept/answer-basis.ts'
import { asAppError } from '../../platform/http/answer/failures.ts'
import type { AnswerCache } from '../../platform/http/kept/answer-cache.ts'
import { sendKept } from '../../platform/http/kept/send-kept.ts'
import type { Values } from '../../platform/http/request/coerce.ts'
import type { ListLimit } from '../../platform/http/limits/list-limit.ts'
import { rememberSent } from '../../platform/http/kept/shortcut.ts'
import {
  bodyBytesMax,
  readMultipart,
  type RequestInfo,
  requestInfo,
} from '../../platform/http/request/request.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { anonymous, type Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../messaging/deps.ts'
import { discovery } from '../discovery.ts'
import type { Language } from '../../core/words/languages.ts'
import { speakerOf, type Words } from '../../core/words/speak.ts'
import type { BuiltConsole } from './built-console.ts'
import { answerOptions } from './answer-options.ts'
import { demandOurForms, type SentFrom } from './demand-our-forms.ts'
import { documentOf } from './document.tsx'
import { failurePage, missingPage } from './failure-page.tsx'
import { languageOf } from './language-of.ts'
import { isPage, type Page, type PageResult } from './page.ts'
import { isOfOneVisitor } from './page-cache.ts'
import { type PageKind, policyOf } from './policy.ts'
import { meantRoute, type Namespace, namespacesHere } from '../../platform/http/missing-route.ts'
import { wantsPage } from '../../platform/http/answer/wants-page.ts'
import { sendCompressed } from '../../platform/http/answer/send-compressed.ts'
import { cookiesFor, type PageAddress, pageAddressOf } from './page-address.ts'
import { serveAssets } from './serve-assets.ts'
import type { Site, Sites } from './site.ts'
import type { View } from './view.ts'

/** A request for a page. */
export type Visit = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Values
  /** The fields of a sent form. */
  readonly form: Values
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The visitor's network address. */
  readonly address: string
  /** The request itself, for actions that API routes call too. */
  readonly request: RequestInfo
  readonly words: Words
  readonly site: Site
  /** The database handle of lists (platform/http/limits/list-limit.ts), or the usual one elsewhere. */
  readonly db: Db
  /** The nonce for scripts of a personal page; empty on public pages. */
  readonly nonce: string
}

export type PageRoute = {
  readonly method: 'GET' | 'POST'
  /** The path with `:names`, in Fastify's notation. */
  readonly path: string
  readonly kind: PageKind
}

type ShowOptions = {
  path: string
  kind: PageKind
  /** The query parameters that the page uses, so that all others share one kept page. Public pages only. */
  reads?: readonly string[]
  /** A query parameter with which a public page is for one visitor, and neither kept nor found by search engines. */
  ownWith?: string
  /** Whether the page is limited like a list of the API. */
  isList?: boolean
  handle: (visit: Visit) => PageResult | Promise<PageResult>
}

type TakeOptions = Omit<ShowOptions, 'reads' | 'isList'> & SentFrom

/** The dependencies of pages beyond those of every capability. */
export type PageContext = {
  deps: Deps
  sites: Sites
  lists: ListLimit
  kept: AnswerCache
  built: BuiltConsole
  /** Where an address leads that a site had before it was moved here; undefined for all others. */
  movedTo: (url: string) => Promise<string | undefined>
  /** Who sent a request, by whatever it brings: a session, a password or a key. */
  recognise: (request: RequestInfo, writes: boolean) => Promise<Caller>
}

/** Declares pages on the server, and lists them, so that tests can visit each. */
export type Pages = {
  readonly declared: readonly PageRoute[]
  /** Declares a page to read. */
  show(options: ShowOptions): void
  /** Declares a form. It redirects after success, and otherwise returns the page with what is wrong. */
  take(options: TakeOptions): void
}

export function createPages(http: FastifyInstance, context: PageContext): Pages {
  const declared: PageRoute[] = []
  const allow = answerOptions(http)
  const demandOurs = demandOurForms(context.deps)
  serveAssets(http, { files: context.sites.files, built: context.built })
  answerMissing(http, context)
  return {
    declared,
    show: options => {
      declared.push({ method: 'GET', path: options.path, kind: options.kind })
      allow(options.path, ['GET', 'HEAD'])
      http.get(options.path, { errorHandler: failWith(context) }, async (request, reply) =>
        options.kind === 'embedded' ||
        (options.kind === 'public' && !isOfOneVisitor(request, options.ownWith))
          ? showPublic(context, options, { request, reply })
          : sendOwn(context, options, { request, reply }),
      )
    },
    take: options => {
      declared.push({ method: 'POST', path: options.path, kind: options.kind })
      allow(options.path, ['POST'])
      http.post(options.path, { errorHandler: failWith(context) }, async (request, reply) => {
        if (!options.provesItself) demandOurs(request)
        if (request.isMultipart()) request.body = await readMultipart(request, bodyBytesMax)
        const written = { caller: anonymous, request: requestInfo(request), isKept: false }
        context.deps.storage.admit(written)({})
        return sendOwn(context, options, { request, reply })
      })
    },
  }
}

/**
 * An address without a route: a browser gets a page that leads on, everything else and the paths of the interface the
 * failure of an API (contract.md 24.12).
 */
function answerMissing(http: FastifyInstance, context: PageContext) {
  const ofInterface = interfacePathOf(context.deps.config)
  http.setNotFoundHandler(async (request, reply) => {
    const { method, url, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const moved = isRead && !url.startsWith(ofInterface) ? await context.movedTo(url) : undefined
    if (moved !== undefined) return reply.redirect(context.deps.publicRoot + moved, 301)
    if (!isRead || !wantsPage(headers.accept) || url.startsWith(ofInterface)) {
      const meant = meantRoute(http.getDecorator<Namespace[]>(namespacesHere), { method, url })
      const { message } = errorTable.rest_no_route
      fail('rest_no_route', meant === undefined ? {} : { message: `${message} ${meant}` })
    }
    const site = await context.sites.latest()
    const visit = visitOf(context, request, { site, nonce: '' })
    reply.header('cache-control', 'no-store, private')
    const pageAddress = pageAddressOf(site, request, [])
    return send(context, undefined, { request, reply, visit, kind: 'public', pageAddress })
  })
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** A public page: from memory, or made once for all simultaneous requests. */
async function showPublic(
  context: PageContext,
  options: ShowOptions,
  { request, reply }: Exchange,
) {
  const { kept, sites, lists } = context
  const language = languageOf(sites.now(), request)
  const { reads = [] } = options
  const pageAddress = pageAddressOf(sites.now(), request, reads)
  const kinds = kept.kindsOf(shownTables.catalogue)
  const question = {
    text: JSON.stringify(['page', language, pageAddress]),
    network: networkOf(request.ip),
    kinds,
  }
  const cached = await kept.look(
    { method: 'GET', url: request.url, headers: request.headers },
    question,
  )
  if (cached && 'body' in cached) {
    rememberSent(request, reply, cached)
    return sendKept(kept, { request, reply, kept: cached })
  }
  const { standBack, giveUp, keep } = cached ?? {}
  try {
    const site = await sites.latest()
    const visit = visitOf(context, request, { site, language, nonce: '' })
    const visitor = { caller: anonymous, address: request.ip, standBack }
    const shown = options.isList
      ? await lists.run(visitor, async db => options.handle({ ...visit, db }))
      : await options.handle(visit)
    if (!isPage(shown) || shown.status || !keep) {
      return send(context, shown, { request, reply, visit, kind: options.kind, pageAddress })
    }
    const { kind } = options
    const { body, headers } = written(context, shown, { visit, kind, pageAddress })
    const cookies = cookiesFor(kind, shown, { site, request, language })
    const own = { ...headers, ...cookies }
    // Public pages are kept for a second even when stock changes, because in a sale every order would end them.
    const answer = keep(body, own, createBasis(kinds).told())
    return await sendKept(kept, { request, reply, kept: answer })
  } finally {
    giveUp?.()
  }
}

/** A personal page, or the answer to a form, which is never kept. */
async function sendOwn(
  context: PageContext,
  { kind, handle }: Omit<ShowOptions, 'reads' | 'isList'>,
  { request, reply }: Exchange,
) {
  const nonce = context.deps.random.token(16)
  const own = kind === 'public' ? 'personal' : kind
  const site = await context.sites.latest()
  const visit = visitOf(context, request, { site, nonce })
  reply.header('cache-control', 'no-store, private')
  const pageAddress = pageAddressOf(site, request, Object.keys(request.query as Values))
  return send(context, await handle(visit), { request, reply, visit, kind: own, pageAddress })
}

type Visiting = { site: Site; language?: Language; nonce: string }

function visitOf({ deps }: PageContext, request: FastifyRequest, visiting: Visiting): Visit {
  const { params, query, body, cookies, ip } = request
  const { site, language = languageOf(site, request), nonce } = visiting
  return {
    params: params as Record<string, string>,
    query: query as Values,
    form: (body ?? {}) as Values,
    cookies,
    address: ip,
    request: requestInfo(request),
    words: speakerOf(language),
    site,
    db: deps.db,
    nonce,
  }
}

type Sending = Exchange & { visit: Visit; kind: PageKind; pageAddress: PageAddress }

function send(context: PageContext, shown: PageResult, sending: Sending) {
  const { reply, visit } = sending
  if (shown && 'to' in shown) {
    if (shown.cookies) reply.header('set-cookie', shown.cookies)
    const root = shown.staysOnHost ? visit.site.base : context.deps.publicRoot
    return reply.redirect(root + shown.to, shown.status)
  }
  if (shown && 'content' in shown) return reply.headers(shown.headers).send(shown.content)
  return sendPage(context, shown ?? missingPage(visit.words, visit.site), sending)
}

function sendPage(context: PageContext, page: Page, sending: Sending) {
  const { request, reply, visit } = sending
  // Without a rule, shared caches answer a page of tomorrow with the 404 of today.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  const { body, headers } = written(context, page, sending)
  const { site, words } = visit
  const cookies = cookiesFor(sending.kind, page, { site, request, language: words.language })
  reply.code(page.status ?? 200).headers({ vary: headers['vary'] ?? '', ...headers, ...cookies })
  return page.isCompressed ? sendCompressed(request, reply, body) : reply.send(body)
}

/** A page as text with its headers. */
function written(
  { deps }: PageContext,
  page: Page,
  { visit, kind, pageAddress }: Omit<Sending, keyof Exchange>,
): { body: string; headers: Record<string, string> } {
  const { words, nonce, site } = visit
  const { headers, tags } = discovery(deps, { ...page, language: words.language })
  const view: View = { site, words, ...pageAddress }
  const own = kind === 'public' || kind === 'embedded' ? {} : { nonce }
  const { html, style, scripts } = documentOf(view, { page, discovery: tags.text, ...own })
  return {
    body: html,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=UTF-8',
      'content-language': words.language,
      'content-security-policy': policyOf(kind, {
        nonce,
        scripts,
        provider: page.provider,
        style,
        embedOrigins: deps.config.embedOrigins,
      }),
      'x-robots-tag': page.canonical === undefined ? 'noindex' : 'all',
      vary: 'Accept-Language, Cookie',
      // With `no-referrer` browsers would send forms without an origin, and the cookies would not count.
      'referrer-policy': 'same-origin',
      ...page.headers,
    },
  }
}

/** A failed request for a page is answered with a page: the reason, and what to do. */
const failWith =
  (context: PageContext) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = asAppError(error)
    if (failure.status >= 500 && !failure.isUsual) {
      request.log.error({ err: failure.cause ?? error }, failure.code)
    }
    if (failure.retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(failure.retryAfterSeconds))
    }
    // The database may be away, so nothing is read here.
    const site = context.sites.now()
    const visit = visitOf(context, request, { site, nonce: '' })
    reply.header('cache-control', 'no-store, private')
    const page = failurePage(visit.words, { status: failure.status, reference: request.id })
    const pageAddress = pageAddressOf(site, request, [])
    void send(context, page, { request, reply, visit, kind: 'public', pageAddress })
  }
