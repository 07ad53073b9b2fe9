import { actorOf } from '../core/actor.ts'
import { actingOn } from '../platform/db/acting.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changeOwnPassword } from '../access/sessions/change-own-password.ts'
import { closeSession } from '../access/sessions/close-session.ts'
import { openSession } from '../access/sessions/open-session.ts'
import {
  browserSession,
  demandOwnPage,
  type SignedIn,
} from '../access/sessions/recognise-session.ts'
import {
  isSameOrigin,
  linkPath,
  returnPath,
  sessionCookieHeader,
  sessionNonce,
} from '../access/sessions/rules.ts'
import { showSessions } from '../access/sessions/show-sessions.ts'
import { readLink, useLink } from '../access/sessions/use-link.ts'
import { AppError, fail } from '../core/errors.ts'
import type { Deps } from '../deps.ts'
import { requestInfo } from '../platform/http/request.ts'
import { accountPage } from './account-page.ts'
import { type Html, html, page } from '../core/html.ts'
import { linkForm, readNewPassword, signInForm } from './sign-in-page.ts'

type Form = { Body: Record<string, unknown> | undefined }
type Named<Name extends string> = { Params: Record<Name, string> }
type Sent = FastifyRequest

const formBytesMax = 16 * 1024

/** The pages for signing in and out and for setting passwords, without scripts. */
export function signInRoutes(http: FastifyInstance, deps: Deps) {
  const site = siteOf(deps)
  passwordRoutes(http, deps, site)
  linkRoutes(http, deps, site)
  accountRoutes(http, deps, site)
}

type Page = { title: string; content: Html; status?: number }
type Site = ReturnType<typeof siteOf>

function siteOf({ publicRoot }: Deps) {
  const root = new URL(publicRoot).pathname.replace(/\/$/, '')
  return {
    /** The path that precedes every address. */
    root,
    show(reply: FastifyReply, { title, content, status = 200 }: Page) {
      const style = html`<link rel="stylesheet" href="${root}/docs/style.css">`
      return reply
        .code(status)
        .type('text/html; charset=UTF-8')
        .headers(headers)
        .send(page(title, content, style))
    },
    go(reply: FastifyReply, path: string) {
      return reply.headers(headers).redirect(root + path, 303)
    },
    keep(reply: FastifyReply, secret: string) {
      reply.header('set-cookie', sessionCookieHeader(secret, publicRoot))
    },
  }
}

/** With `no-referrer` browsers would send forms without an origin. */
const headers = { 'cache-control': 'no-store, private', 'referrer-policy': 'same-origin' }

/** A form must come from our own origin, even when nobody is signed in. */
function demandOurForm({ publicRoot }: Deps, request: Sent) {
  if (isSameOrigin(request.headers, publicRoot) !== true) fail('rest_cookie_invalid_nonce')
}

const word = (value: unknown) => (typeof value === 'string' ? value : '')

/** The message and status of an expected failure; other errors are thrown again. */
function problemOf(error: unknown, reply: FastifyReply) {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  const message =
    error.code === 'incorrect_password' ? 'Login and password do not match.' : error.message
  return { problem: message, status: error.status }
}

function passwordRoutes(http: FastifyInstance, deps: Deps, { root, show, go, keep }: Site) {
  http.get('/sign-in', (request, reply) => {
    const { next } = request.query as Record<string, unknown>
    return show(reply, {
      title: 'Sign in',
      content: signInForm(root, { next: returnPath(next) }),
    })
  })
  http.post<Form>('/sign-in', { bodyLimit: formBytesMax }, async (request, reply) => {
    demandOurForm(deps, request)
    const { login, password, next } = request.body ?? {}
    const proof = { login: word(login), password: word(password), address: request.ip }
    try {
      const before = await browserSession(deps, requestInfo(request))
      const made = await openSession(deps, proof, browserOf(request))
      if (before) await endOwn(deps, before, before.id)
      keep(reply, made.secret)
      return go(reply, returnPath(next))
    } catch (error) {
      const { problem, status } = problemOf(error, reply)
      const again = signInForm(root, { login: proof.login, next: returnPath(next), problem })
      return show(reply, { title: 'Sign in', content: again, status })
    }
  })
}

const browserOf = (request: Sent) => ({ userAgent: request.headers['user-agent'] })

function linkRoutes(http: FastifyInstance, deps: Deps, { root, show, go, keep }: Site) {
  const path = `${linkPath}/:secret`
  const actionOf = (secret: string) => `${root}${linkPath}/${encodeURIComponent(secret)}`
  const gone = (error: unknown, reply: FastifyReply) => {
    const { problem, status } = problemOf(error, reply)
    return show(reply, {
      title: 'Link',
      content: html`<h1>Link</h1><p role="alert">${problem}</p>`,
      status,
    })
  }
  http.get<Named<'secret'>>(path, async (request, reply) => {
    const { secret } = request.params
    try {
      const link = await readLink(deps, { secret, address: request.ip })
      return await show(reply, { title: 'Sign in', content: linkForm(actionOf(secret), link) })
    } catch (error) {
      return gone(error, reply)
    }
  })
  http.post<Named<'secret'> & Form>(path, { bodyLimit: formBytesMax }, async (request, reply) => {
    demandOurForm(deps, request)
    const { secret } = request.params
    const sent = { secret, address: request.ip }
    try {
      const link = await readLink(deps, sent)
      const form = request.body ?? {}
      const read = link.purpose === 'sign-in' ? undefined : readNewPassword(form)
      if (read && 'problem' in read) {
        return await show(reply, {
          title: 'Sign in',
          content: linkForm(actionOf(secret), link, read.problem),
          status: 400,
        })
      }
      const keys = link.purpose === 'reset' ? { keepKeys: form['keep_keys'] === '1' } : {}
      const before = await browserSession(deps, requestInfo(request))
      const made = await useLink(deps, { ...sent, ...read, ...keys, browser: browserOf(request) })
      if (before) await closeSession(deps.db, { id: before.id, userId: before.caller.userId })
      keep(reply, made.secret)
      return go(reply, '/account')
    } catch (error) {
      return gone(error, reply)
    }
  })
}

function accountRoutes(http: FastifyInstance, deps: Deps, site: Site) {
  const { root, show, go, keep } = site
  const toSignIn = (reply: FastifyReply) => go(reply, '/sign-in?next=/account')
  const shown = async (session: SignedIn, problem?: string) =>
    accountPage(
      root,
      {
        login: session.login,
        displayName: session.displayName,
        currentId: session.id,
        sessions: await showSessions(deps, session.caller.userId),
        token: sessionNonce(deps.secrets.nonce, session.id),
      },
      problem,
    )
  http.get('/account', async (request, reply) => {
    const session = await browserSession(deps, requestInfo(request))
    if (!session) return toSignIn(reply)
    return show(reply, { title: 'Account', content: await shown(session) })
  })
  http.post<Form>('/sign-out', { bodyLimit: formBytesMax }, async (request, reply) => {
    const session = await ownSession(deps, request)
    if (session) await endOwn(deps, session, session.id)
    keep(reply, '')
    return go(reply, '/sign-in')
  })
  http.post<Named<'id'> & Form>(
    '/account/sessions/:id(^\\d{1,15}$)/end',
    { bodyLimit: formBytesMax },
    async (request, reply) => {
      const session = await ownSession(deps, request)
      if (!session) return toSignIn(reply)
      await endOwn(deps, session, Number(request.params.id))
      return go(reply, '/account')
    },
  )
  http.post<Form>('/account/password', { bodyLimit: formBytesMax }, async (request, reply) => {
    const session = await ownSession(deps, request)
    if (!session) return toSignIn(reply)
    const form = request.body ?? {}
    const read = readNewPassword(form)
    if ('problem' in read)
      return show(reply, {
        title: 'Account',
        content: await shown(session, read.problem),
        status: 400,
      })
    const proof = { login: session.login, password: word(form['current']), address: request.ip }
    const keepKeys = form['keep_keys'] === '1'
    try {
      const wanted = { ...read, keepKeys, browser: browserOf(request) }
      keep(reply, (await changeOwnPassword(deps, proof, wanted)).secret)
      return await go(reply, '/account')
    } catch (error) {
      const { problem, status } = problemOf(error, reply)
      return show(reply, { title: 'Account', content: await shown(session, problem), status })
    }
  })
}

/** Signs out one browser of the account that is signed in. */
function endOwn({ db }: Deps, { caller }: SignedIn, id: number) {
  const by = actorOf(caller, { operation: 'closeSession' })
  return closeSession(actingOn(db, by), { id, userId: caller.userId })
}

/** The session whose form this is, proven by the token in it; undefined when nobody is signed in. */
async function ownSession(deps: Deps, request: FastifyRequest<Form>) {
  demandOurForm(deps, request)
  const info = requestInfo(request)
  const session = await browserSession(deps, info)
  if (session) demandOwnPage(deps, info, { session, nonce: request.body?.['token'] })
  return session
}
