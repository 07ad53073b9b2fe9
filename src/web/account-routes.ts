import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changeOwnPassword } from '../access/sessions/change-own-password.ts'
import {
  browserSession,
  demandOwnPage,
  type SignedIn,
} from '../access/sessions/recognise-session.ts'
import { isSameOrigin, sessionCookieHeader, sessionNonce } from '../access/sessions/rules.ts'
import { showSessions } from '../access/sessions/show-sessions.ts'
import { AppError, fail } from '../core/errors.ts'
import type { Deps } from '../deps.ts'
import { requestInfo } from '../platform/http/request.ts'
import { accountPage } from './account-page.ts'
import { type Html, html, page } from '../core/html.ts'
import { endOwnSession } from './end-own-session.ts'
import { readNewPassword } from './new-password.ts'
import { speakerOf } from './words/speak.ts'

type Form = { Body: Record<string, unknown> | undefined }
type Named<Name extends string> = { Params: Record<Name, string> }
type Sent = FastifyRequest

/** The pages of staff are in English. */
const english = speakerOf('en')

const formBytesMax = 16 * 1024

type Page = { title: string; content: Html; status?: number }
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

/** The page of the signed-in account, and its forms: signing out, ending sessions, changing the password. */
export function accountRoutes(http: FastifyInstance, deps: Deps) {
  const { root, show, go, keep } = siteOf(deps)
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
    if (session) await endOwnSession(deps, session, session.id)
    keep(reply, '')
    return go(reply, '/sign-in')
  })
  http.post<Named<'id'> & Form>(
    '/account/sessions/:id(^\\d{1,15}$)/end',
    { bodyLimit: formBytesMax },
    async (request, reply) => {
      const session = await ownSession(deps, request)
      if (!session) return toSignIn(reply)
      await endOwnSession(deps, session, Number(request.params.id))
      return go(reply, '/account')
    },
  )
  http.post<Form>('/account/password', { bodyLimit: formBytesMax }, async (request, reply) => {
    const session = await ownSession(deps, request)
    if (!session) return toSignIn(reply)
    const form = request.body ?? {}
    const read = readNewPassword(form, english)
    if ('problem' in read)
      return show(reply, {
        title: 'Account',
        content: await shown(session, read.problem),
        status: 400,
      })
    const proof = { login: session.login, password: word(form['current']), address: request.ip }
    const keepKeys = form['keep_keys'] === '1'
    try {
      const wanted = { ...read, keepKeys, browser: { userAgent: request.headers['user-agent'] } }
      keep(reply, (await changeOwnPassword(deps, proof, wanted)).secret)
      return await go(reply, '/account')
    } catch (error) {
      const { problem, status } = problemOf(error, reply)
      return show(reply, { title: 'Account', content: await shown(session, problem), status })
    }
  })
}

/** The session whose form this is, proven by the token in it; undefined when nobody is signed in. */
async function ownSession(deps: Deps, request: FastifyRequest<Form>) {
  demandOurForm(deps, request)
  const info = requestInfo(request)
  const session = await browserSession(deps, info)
  if (session) demandOwnPage(deps, info, { session, nonce: request.body?.['token'] })
  return session
}
