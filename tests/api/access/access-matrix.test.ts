// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/access/keys/create-key.ts'
import type { Scope } from '../../../src/access/keys/rules.ts'
import type { DeclaredRoute } from '../../../src/platform/http/route.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { knownValues, recipes } from '../../support/fuzz/recipes.ts'
import { type Drawn, onWire, requestsOf } from '../../support/fuzz/requests.ts'
import { listen } from '../../support/fuzz/wire.ts'
import { plantWorld } from '../../support/fuzz/world.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import {
  anyone,
  callers,
  keys,
  mayCall,
  nobody,
  people,
  type Who,
} from '../../support/who-may-call.ts'

const long = process.env['LONG'] !== undefined
/** The short run always draws the same, the long run anew. */
const seed = Number(process.env['SEED'] ?? (long ? Math.floor(Math.random() * 1_000_000) : 1))
const app = await startApp({ OPEN_CARTS_PER_ADDRESS: '100000' })
const world = await plantWorld(app)
const send = await listen(app)
const means = { known: knownValues(world), recipes: ownRecipes(), picture: world.content }
const authorization = new Map<Who, string | undefined>([['anonymous', undefined]])
for (const role of people) authorization.set(role, (await app.person(role)).authorization)
const { userId: administrator } = await app.person('administrator')
for (const name of keys) {
  const scopes = [name.slice(4) as Scope]
  const draft = { userId: administrator, name, scopes }
  const { secret } = await createApiKey({ db: app.db, random: systemRandom }, draft)
  authorization.set(name, `Bearer ${secret}`)
}
authorization.set('scanner', `Bearer ${world.scannerKeys[0].api_key}`)

/** Accounts that every credential may make: one with more rights than the credential is refused (contract.md 4.7). */
function ownRecipes() {
  const all = recipes(world)
  const body = { role: 'subscriber', grants: [] }
  const ofAccount = all['/users/:id'] ?? fc.constant({})
  return {
    ...all,
    '/users': fc.constant({ body }),
    '/users/:id': ofAccount.map(parts => ({ ...parts, body })),
  }
}

const nameOf = ({ namespace, methods, path }: DeclaredRoute) =>
  `${namespace.split('/')[1]} ${methods.join()} ${path}`
/** Codes that refuse the caller; `forbidden` and the last one are those of tickets. */
const saysNo = /^(rest_forbidden|forbidden|ticket-not-accessible)$/

function drawRequest(route: DeclaredRoute): Drawn {
  const [request] = fc.sample(requestsOf(route, means).straight, { numRuns: 1, seed })
  if (!request) throw new Error('No request was drawn.')
  return request
}

async function knock(route: DeclaredRoute, request: Drawn, who: Who) {
  const answer = await send(onWire(request, `/${route.namespace}`, authorization.get(who)))
  const code = answer.type.startsWith('application/json')
    ? JSON.parse(answer.text)?.code
    : undefined
  return { status: answer.status, code, isRefused: saysNo.test(String(code)) }
}

/** The contents of every table, without the days on which credentials were last used. */
async function contents(): Promise<string> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname
  `.execute(app.db)
  const sums: string[] = []
  for (const { relname } of rows) {
    const { rows: found } = await sql<{ sum: string }>`
      select coalesce(md5(string_agg(row, ',' order by row)), '') as sum
      from (select (to_jsonb(t) - 'last_used_on')::text as row from ${sql.table(relname)} t) as rows
    `.execute(app.db)
    sums.push(`${relname} ${found[0]?.sum}`)
  }
  return sums.join('\n')
}

describe('access to every route', () => {
  test('is listed in this test, and no other route is', () => {
    expect(Object.keys(mayCall).sort()).toEqual(app.routes.map(nameOf).sort())
  })

  test(`is refused to whom the contract does not name: 401 strangers, 403 others; nothing changes (SEED=${seed})`, async () => {
    const before = await contents()
    const wrong: string[] = []
    for (const route of app.routes) {
      const request = drawRequest(route)
      const refused = callers.filter(who => !mayCall[nameOf(route)]?.includes(who))
      await Promise.all(
        refused.map(async who => {
          const { status, code, isRefused } = await knock(route, request, who)
          const isRight = isRefused && [401, 403].includes(status)
          const isStranger = code === 'rest_forbidden' && mayCall[nameOf(route)] !== nobody
          if (!isRight || (isStranger && status !== (who === 'anonymous' ? 401 : 403))) {
            wrong.push(`${who} ${nameOf(route)}: ${status} ${code}`)
          }
        }),
      )
    }
    expect(wrong).toEqual([])
    expect(await contents()).toBe(before)
  })
})

const states = [
  'publish',
  'draft',
  'pending',
  'future',
  'private',
  'trash',
  'protected',
  'hidden',
] as const
type State = (typeof states)[number]
const asPublished = (state: State) => ['publish', 'protected', 'hidden'].includes(state)

/** Who may read an event, by hand: contract.md 4.2, 5.1, 5.9, 5.10. */
function mayRead(who: Who, state: State, own: boolean): boolean {
  if (state === 'trash' || state === 'protected') return false
  if (asPublished(state) || own || who === 'editor' || who === 'administrator') return true
  return who === 'key:events' || (state === 'private' && who === 'key:read')
}

/** Who may change or delete an event, by hand: contract.md 4.1. Contributors: only their own, unpublished ones. */
function mayWrite(who: Who, state: State, own: boolean): boolean {
  if (who === 'editor' || who === 'administrator' || who === 'key:events') return true
  if (who === 'author') return own
  return who === 'contributor' && own && ['draft', 'pending', 'trash'].includes(state)
}

const marker = 'Zq7Verschlossen'
const authorOf = async (who: Who, own: boolean) =>
  own ? (await app.person(who as (typeof people)[number])).userId : null

async function plant(state: State, author_id: number | null, words = marker) {
  const status = asPublished(state) ? 'publish' : state
  const flags = { hidden: state === 'hidden', protected: state === 'protected' }
  const id = await plantEvent(app, { status, author_id, ...flags })
  const search_text = words.toLowerCase()
  const secret = { title: words, description: words, slug: `zq7-${id}`, search_text }
  await app.db.updateTable('events').set(secret).where('id', '=', id).execute()
  return id
}

/** All ways in the long run. In the short run one, another one for the next caller and the next state. */
const someOf = <T>(ways: readonly T[], turn: number): readonly T[] =>
  long ? ways : ways.slice(turn % ways.length).slice(0, 1)

/** What is wrong when a caller reads, changes and deletes an event in this state. */
async function trespasses(
  caller: Who,
  state: State,
  { own, turn }: { own: boolean; turn: number },
) {
  const wrong: string[] = []
  const id = await plant(state, await authorOf(caller, own))
  const credential = authorization.get(caller)
  const as = credential === undefined ? 'anonymous' : { authorization: credential }
  const row = () =>
    sql`select to_jsonb(e)::text as row from events e where id = ${id}`.execute(app.db)
  const before = JSON.stringify((await row()).rows)
  const isWriter = mayWrite(caller, state, own)
  for (const path of someOf([`/events/${id}`, `/events/by-slug/zq7-${id}`], turn)) {
    const read = await app.events('GET', path, { as })
    if ((read.status === 200) !== mayRead(caller, state, own)) {
      wrong.push(`${caller} reads ${state} ${path}: ${read.status}`)
    }
    if (read.status !== 200 && read.text.includes(marker))
      wrong.push(`${caller} is told of ${state}`)
    if (isWriter) continue
    for (const method of [...someOf(['PATCH', 'PUT', 'POST'], turn), 'DELETE']) {
      const body = method === 'DELETE' ? {} : { body: { title: 'Changed' } }
      const { status, json } = await app.events(method, path, { as, ...body })
      const expected = `${caller === 'anonymous' ? 401 : 403} rest_forbidden`
      if (`${status} ${json.code}` !== expected)
        wrong.push(`${caller} ${method} ${state}: ${status}`)
    }
  }
  if (!isWriter) {
    const isChanged = JSON.stringify((await row()).rows) !== before
    return isChanged ? [...wrong, `${caller} changed ${state}`] : wrong
  }
  const body = { excerpt: 'Changed' }
  const changed = await app.events('PATCH', `/events/${id}`, { as, body })
  if (changed.status !== 200) wrong.push(`${caller} may not change ${state}: ${changed.text}`)
  const gone = await app.events('DELETE', `/events/${id}`, { as })
  if (gone.status !== 200) wrong.push(`${caller} may not delete ${state}: ${gone.text}`)
  return wrong
}

describe('an event', () => {
  for (const own of [false, true]) {
    const who = own ? people : callers
    test(`that is ${own ? "the caller's own" : "somebody else's"} is read and written by whom the contract names`, async () => {
      const wrong: string[] = []
      for (const [at, caller] of who.entries()) {
        const found = await Promise.all(
          states.map((state, turn) => trespasses(caller, state, { own, turn: at + turn })),
        )
        wrong.push(...found.flat())
      }
      expect(wrong).toEqual([])
    })
  }

  test('that is not public is in no answer to the public', async () => {
    // The search text is echoed in links, so the test searches for another word.
    const [sought, hidden] = ['Zq7Verborgen', 'Heimlich']
    const secret = ['draft', 'pending', 'future', 'private', 'trash'] as const
    const body = { name: 'Zq7', slug: 'zq7-term' }
    const { json: term } = await app.events('POST', '/categories', { as: 'administrator', body })
    const ids: number[] = []
    for (const state of secret) {
      const id = await plant(state, null, `${sought} ${hidden}`)
      ids.push(id)
      await ticketOnSale(app, { eventId: id, name: `${sought} ${hidden}` })
      await app.db.insertInto('event_terms').values({ event_id: id, term_id: term.id }).execute()
    }
    const lists = [
      `/events/v1/events?per_page=50&start_date=2000-01-01&end_date=2100-01-01`,
      ...['any', ...secret].map(
        status => `/events/v1/events?status=${status}&start_date=2000-01-01`,
      ),
      `/events/v1/events?include=${ids.join()}`,
      `/events/v1/events?categories=zq7-term&start_date=2000-01-01`,
      `/events/v1/categories?hide_empty=0&search=Zq7`,
      `/tickets/v1/tickets?per_page=100&status=any&post_status=any`,
      `/tickets/v1/tickets?include_post=${ids.join()}&post_status=any&status=any`,
      `/tickets/v1/tickets?search=${sought}&post_status=any`,
      `/tickets/v1/attendees?per_page=100&post_status=any`,
      ...ids.flatMap(id => [`/events/v1/venues?event=${id}`, `/events/v1/organizers?event=${id}`]),
    ]
    const pages = ids.flatMap(id => [`/event/zq7-${id}/`, `/?p=${id}`])
    const wrong: string[] = []
    const look = async (who: Who) => {
      for (const path of [...lists.map(list => `/svc${list}`), ...pages]) {
        const credential = authorization.get(who)
        const headers: Record<string, string> = credential ? { authorization: credential } : {}
        const { text, status } = await send({ method: 'GET', path, headers })
        if (text.includes(hidden)) wrong.push(`${who} ${path}`)
        if (status >= 500) wrong.push(`${who} ${path} ${status}`)
      }
      const credential = authorization.get(who)
      const as = credential === undefined ? 'anonymous' : { authorization: credential }
      const searched = await app.events('GET', '/events', {
        as,
        query: { search: sought, status: 'any' },
      })
      const counted = await app.events('GET', `/categories/${term.id}`, { as })
      if ((searched.json.total ?? 0) !== 0) wrong.push(`${who}: a total tells of it`)
      if (counted.json.count !== 0) wrong.push(`${who}: a count tells of it`)
    }
    await Promise.all((['anonymous', 'subscriber', 'scanner', 'key:site'] as const).map(look))
    expect(wrong).toEqual([])
  })
})

/** Where anyone is admitted, the short run asks as a stranger and as two others, who change from route to route. */
function admittedTo(route: DeclaredRoute, turn: number): readonly Who[] {
  const admitted = mayCall[nameOf(route)] ?? []
  if (long || admitted !== anyone) return admitted
  const [stranger, ...others] = callers
  return [stranger, ...someOf(others, turn), ...someOf(others, turn + 5)]
}

describe('access to every route, after all refusals', () => {
  test(`is given to whom the contract names (SEED=${seed})`, async () => {
    const wrong: string[] = []
    for (const [turn, route] of app.routes.entries()) {
      const request = drawRequest(route)
      // One caller may delete it before the next one tries; that is no refusal.
      for (const who of admittedTo(route, turn)) {
        const { status, code } = await knock(route, request, who)
        // A hidden record does not count as a refusal, nor does an unreachable provider.
        const isClosed = /^(rest_)?forbidden$/.test(String(code))
        if (isClosed || (status >= 500 && !String(code).startsWith('payment-provider-')))
          wrong.push(`${who} ${nameOf(route)}: ${status} ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
