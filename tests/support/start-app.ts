import type { Logger } from 'pino'
import { createApplicationPassword } from '../../src/access/keys/create-key.ts'
import { createUser } from '../../src/access/users/save-user.ts'
import { createApp } from '../../src/app.ts'
import type { Surroundings } from '../../src/create-deps.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import type { Role } from '../../src/core/capabilities.ts'
import { createLog } from '../../src/platform/log.ts'
import { systemRandom } from '../../src/platform/random.ts'
import type { OpenDatabase } from '../../src/platform/db/database.ts'
import { openTestDatabase } from './database.ts'
import { watchLog } from './log-watch.ts'
import { movableClock } from './movable-clock.ts'
import { atEnd } from './at-end.ts'

export type TestRequest = {
  /** A role, a ready Authorization header, or nobody. */
  as?: Role | 'anonymous' | { authorization: string }
  body?: unknown
  form?: Record<string, string>
  query?: Record<string, string | number | boolean | readonly (string | number)[]>
  headers?: Record<string, string>
}

export type Got = {
  status: number
  json: any
  text: string
  headers: Record<string, string | string[] | undefined>
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** The time at which every test begins, unless it moves the clock. */
export const testStart = new Date('2026-11-21T12:00:00Z')

type Also = Pick<Surroundings, 'mayReach' | 'patience' | 'saleWaitMaxMs' | 'rests'>

/**
 * A whole service for one test file: its own database and clock, no sockets (requests are injected).
 * Everything is closed when the file ends. A secret or an address in its log fails the file. `TEST_LOG=debug`
 * prints the log instead.
 */
export async function startApp(environment: Record<string, string> = {}, also: Also = {}) {
  const app = await openApp(await openTestDatabase(), environment, also)
  atEnd(app.close)
  return app
}

/** A service over a given database, for a test that opens and closes several. */
export async function openApp(
  database: OpenDatabase,
  environment: Record<string, string> = {},
  also: Also & { log?: Logger } = {},
) {
  const clock = movableClock(testStart)
  // Not frozen: some tests change the site's currency.
  const config = { ...testConfig(environment) }
  const watched = watchLog()
  const level = process.env['TEST_LOG']
  const log = also.log ?? (level === undefined ? watched.log : createLog(level))
  const random = systemRandom
  // Mails would wait for sales that are over in the next line. Services that are processes rest, and bench/followers.ts measures it.
  const app = await createApp({ rests: false, ...also, database, config, log, random, clock })
  await app.http.ready()
  const authorizations = new Map<Role, Promise<{ authorization: string; userId: number }>>()

  function person(role: Role) {
    const known = authorizations.get(role) ?? makePerson(role)
    authorizations.set(role, known)
    return known
  }

  let people = 0
  async function makePerson(role: Role) {
    people += 1
    const login = `${role}-${people}`
    const user = await createUser(database.db, { login, email: `${login}@example.org`, role })
    const means = { db: database.db, random: systemRandom }
    const { secret } = await createApplicationPassword(means, { userId: user.id, name: 'tests' })
    watched.plant('an application password', secret)
    const encoded = Buffer.from(`${login}:${secret}`).toString('base64')
    return { authorization: `Basic ${encoded}`, userId: user.id }
  }

  async function call(method: string, path: string, sent: TestRequest = {}): Promise<Got> {
    const headers: Record<string, string> = { ...sent.headers }
    const as = sent.as ?? 'anonymous'
    if (typeof as === 'object') headers['authorization'] = as.authorization
    else if (as !== 'anonymous') headers['authorization'] = (await person(as)).authorization
    const response = await app.http.inject({
      method: method as 'GET',
      url: path + queryString(sent.query),
      headers: { ...contentType(sent), ...headers },
      ...payload(sent),
    })
    const text = response.body
    return {
      status: response.statusCode,
      json: parsed(text),
      text,
      headers: response.headers as Got['headers'],
    }
  }

  async function close() {
    await app.close()
    await database.close()
    watched.demandClean()
  }

  const under = (namespace: string) => (method: string, path: string, sent?: TestRequest) =>
    call(method, `${config.apiPrefix}/${config.apiVendor}/${namespace}/v1${path}`, sent)
  return {
    ...app,
    /** The service's log, at every level. */
    watched,
    database,
    db: database.db,
    clock,
    config,
    call,
    /** Calls a path of the namespace: `events('GET', '/events')`. */
    events: under('events'),
    tickets: under('tickets'),
    admin: under('admin'),
    /** The shared person with this role. */
    person,
    /** Another person with this role. */
    makePerson,
    close,
  }
}

function testConfig(environment: Record<string, string>): Config {
  const read = readConfig({ RATE_LIMIT: 'off', PUBLIC_URL: 'http://tickets.test', ...environment })
  if ('problems' in read) throw new Error(read.problems.join(' '))
  return read.config
}

function queryString(query: TestRequest['query']): string {
  if (!query) return ''
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item): [string, string] => [`${name}[]`, String(item)])
      : [[name, String(value)] as [string, string]],
  )
  return `?${new URLSearchParams(pairs).toString()}`
}

function contentType({ body, form }: TestRequest): Record<string, string> {
  if (form) return { 'content-type': 'application/x-www-form-urlencoded' }
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

function payload({ body, form }: TestRequest) {
  if (form) return { payload: new URLSearchParams(form).toString() }
  if (body === undefined) return {}
  return {
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
