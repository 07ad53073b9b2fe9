import { createClient, MarqueeError } from '@marquee-events/client'
import { site } from '../site.ts'
import { ask } from './asked.ts'

/** The nonce of the session, which every write proves itself with. */
let nonce = ''

/** Whether somebody was signed in since the page was loaded; before, being nobody is no loss. */
let isIn = false

/** Whether asking who is signed in makes sense: nobody was when the page was loaded, and nobody signed in since. */
export const mayBeIn = () => site.isSignedIn || isIn

const plain = createClient({ url: site.api, retries: 1 })

/** Reads who is signed in, and the nonce for what they write. Null: nobody is. */
export async function readSession() {
  try {
    const session = await plain.getSession()
    nonce = session.nonce
    isIn = true
    return session
  } catch (error) {
    if (error instanceof MarqueeError && (error.status === 401 || error.status === 404)) return null
    throw error
  }
}

async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** What the person is asked for before a refused request is sent again. */
async function lacks(answer: Response): Promise<'sign-in' | 'password' | undefined> {
  if (answer.status === 401 && isIn) return 'sign-in'
  if (answer.status !== 403) return undefined
  const code = await codeOf(answer)
  if (code === 'rest_confirm_required') return 'password'
  return code === 'rest_cookie_invalid_nonce' ? 'sign-in' : undefined
}

/**
 * Sends a request as the person who is signed in. When the session has ended, or money and people ask for the password
 * again, a dialog asks for it, and the same request is sent once more: nothing that was typed is lost.
 */
async function sendAsPerson(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = () => {
    const headers = new Headers(init.headers)
    if (init.method !== undefined && init.method !== 'GET') headers.set('x-wp-nonce', nonce)
    return fetch(address, { ...init, headers, credentials: 'same-origin' })
  }
  const answer = await send()
  noteVersion(address, answer)
  const missing = await lacks(answer)
  if (missing === undefined || !(await ask(missing))) return answer
  return send()
}

const versions = new Map<string, string>()

function noteVersion(address: RequestInfo | URL, answer: Response) {
  const version = answer.headers.get('etag')
  if (version !== null && answer.ok) versions.set(pathOf(address), version)
}

const pathOf = (address: RequestInfo | URL) =>
  new URL(address instanceof Request ? address.url : address, globalThis.location.href).pathname

/** The version of a record as it was last read, such as of `events/v1/events/12`; what a change of it is made from. */
export const versionOf = (record: string): string | undefined =>
  versions.get(pathOf(`${site.api}/${record}`))

export const marquee = createClient({ url: site.api, retries: 2, fetch: sendAsPerson })

/** Uploads a picture, or a part of it. The typed client sends JSON, and this is a file. */
export async function uploadPicture(
  file: File,
  part: string,
): Promise<{ id: number; url: string }> {
  const headers = { 'content-type': file.type, accept: 'application/json' }
  const answer = await sendAsPerson(`${site.api}/events/v1/images${part && `?crop=${part}`}`, {
    method: 'POST',
    headers,
    body: file,
  })
  const body = (await answer.json()) as { id: number; url: string; message?: string }
  if (!answer.ok) throw new Error(body.message ?? `The service answered ${answer.status}.`)
  return body
}

/** Uploads the logo of the site, which is a file, too. */
export async function uploadLogo(file: File): Promise<void> {
  const headers = { 'content-type': file.type, accept: 'application/json' }
  const answer = await sendAsPerson(`${site.api}/admin/v1/settings/logo`, {
    method: 'POST',
    headers,
    body: file,
  })
  if (answer.ok) return
  const told = (await answer.json()) as {
    message?: string
    data?: { params?: Record<string, string> }
  }
  const problems = Object.values(told.data?.params ?? {}).join(' ')
  throw new Error(problems || told.message || `The service answered ${answer.status}.`)
}

/** Sends a list of attendees from another system: asks what it would do, or does it. */
export async function sendAttendeeList<R>(
  event: number,
  act: 'plan' | 'run',
  { file, mapping, plan }: { file: File; mapping?: object | undefined; plan?: string },
): Promise<R> {
  const body = new FormData()
  if (mapping !== undefined) body.set('mapping', JSON.stringify(mapping))
  if (plan !== undefined) body.set('plan', plan)
  body.set('file', file)
  const path = `/admin/v1/events/${event}/attendee-imports${act === 'plan' ? '/plan' : ''}`
  const answer = await sendAsPerson(`${site.api}${path}`, { method: 'POST', body })
  const told = (await answer.json()) as R & {
    message?: string
    data?: { params?: Record<string, string> }
  }
  if (answer.ok) return told
  const problems = Object.values(told.data?.params ?? {}).join(' ')
  throw new Error(problems || told.message || `The service answered ${answer.status}.`)
}

/** Signs in by the form of `/sign-in`. `elsewhere`: the form asks for something more, on its own page. */
export async function signIn(
  login: string,
  password: string,
): Promise<'in' | 'wrong' | 'wait' | 'elsewhere'> {
  const answer = await fetch(`${site.base}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ login, password, next: '/admin' }),
    redirect: 'manual',
    credentials: 'same-origin',
  })
  if (answer.status === 429) return 'wait'
  if (answer.type !== 'opaqueredirect') return 'wrong'
  return (await readSession()) === null ? 'elsewhere' : 'in'
}

/** Demands that a record is still as it was when it was read. */
export const ifStill = (version: string | undefined) =>
  version === undefined ? {} : { ifMatch: version }
