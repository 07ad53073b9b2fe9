import { createApplicationPassword } from '../access/keys/create-key.ts'
import { findUserByLogin } from '../access/users/lookup.ts'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { systemRandom } from '../platform/random.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { openMigrated } from './open-migrated.ts'
import { type DemoEvent, demoEvents } from './seed-events.ts'
import { CommandRefused } from './command-refused.ts'

type Answer = { status: number; json: Record<string, never> }
type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** Adds demo data through the service's own routes. Events that are there already are left as they are. */
export async function seed(config: Config) {
  const database = await openMigrated(config)
  const random = systemRandom
  const made = await createFirstAdministrator({ db: database.db, random, config })
  const log = createLog('error')
  const app = await createApp({ database, config, log, random, clock: systemClock })
  try {
    const call = await administrator(app)
    for (const event of demoEvents(systemClock.now())) await addEvent(call, event)
    if (made !== undefined)
      console.log(`The administrator "admin" has this password, shown once:\n  ${made}`)
  } finally {
    await app.close()
    await database.close()
  }
}

/** Calls the routes as `admin`, with a password that is made for this and ends by itself within the hour. */
async function administrator({ http, deps }: App): Promise<Call> {
  const admin = await findUserByLogin(deps.db, 'admin')
  if (!admin) throw new CommandRefused('There is no account "admin" to seed as.')
  const expiresAt = new Date(deps.clock.now().getTime() + 60 * 60_000)
  const draft = { userId: admin.id, name: 'Demo data', expiresAt }
  const { secret } = await createApplicationPassword(deps, draft)
  const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
  const root = deps.restRoot('events').slice(deps.publicRoot.length).replace('/events/v1', '')
  return async (method, path, body) => {
    const response = await http.inject({
      method,
      url: root + path,
      headers: { authorization },
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, json: response.json() as Record<string, never> }
  }
}

async function addEvent(call: Call, { tickets, sold, ...event }: DemoEvent) {
  const known = await call('GET', `/events/v1/events/by-slug/${event.slug}`)
  if (known.status !== 400) return console.log(`There is "${event.title}" already.`)
  const { id, nonces } = (await done(call('POST', '/events/v1/events', event))) as unknown as {
    id: number
    nonces: { add: string }
  }
  for (const ticket of tickets) {
    const draft = { ...ticket, post_id: id, add_ticket_nonce: nonces.add, provider: 'tc' }
    const made = (await done(call('POST', '/tickets/v1/tickets', draft))) as unknown as {
      id: number
    }
    for (let index = 0; index < sold; index += 1) {
      const holder = { full_name: `Guest ${index + 1}`, email: `guest${index + 1}@example.org` }
      await done(call('POST', '/tickets/v1/attendees', { ticket_id: made.id, ...holder }))
    }
  }
  console.log(`Added "${event.title}".`)
}

async function done(answering: Promise<Answer>) {
  const { status, json } = await answering
  if (status >= 400) throw new Error(`Demo data were refused: ${JSON.stringify(json)}`)
  return json
}
