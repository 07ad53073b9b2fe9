import { createHash } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../src/platform/db/database.ts'
import { type Crowd, fillEvent } from './attendee-data-set.ts'
import type { Job, Outcome } from './load.ts'
import type { Scanned } from './scenarios.ts'
import { type Server, startLoad, startServer } from './server.ts'

const scanners = 20
const clients = [20, 64] as const
/** All tickets are shown to every scanner at the same time. */
const contested = 5000
const guests = 60_000
/** At most this many check-ins per step of the measurement. */
const stepMax = 12_000
/**
 * The calm step is longer than the others: within a few seconds, one pause of the disk would decide the 99th
 * percentile.
 */
const calmTimes = 4
const calmMax = 26_000

export type Door = {
  /** Fresh tickets, by number of connections: each scan checks somebody in. */
  entries: Record<number, Outcome>
  /** Open loop at half of the highest of these rates. */
  calm: Outcome
  /** Scans of as many paired phones, each waiting for its answer. */
  phones: Outcome
  /** Each of this many tickets is shown to all scanners at once. */
  contest: Outcome & { tickets: number; scanners: number; admittedOnce: number }
}

/**
 * The door of one event with a scanner key for each device: check-ins per second, duration of a scan, and
 * proof that nobody enters twice. `databaseUrl` names an empty database.
 */
export async function measureDoor(
  settings: Record<string, string>,
  databaseUrl: string,
  seconds: number,
): Promise<Door> {
  const server = await startServer(settings)
  const load = startLoad()
  try {
    const keys = await scannerKeys(server)
    const crowd = await fill(databaseUrl)
    let next = 0
    const tickets = (count: number) =>
      Array.from({ length: count }, (_, at): Scanned => {
        next += 1
        return { ...crowd.guest(next - 1), key: keys[at % scanners] ?? '' }
      })
    const at = { host: server.host, port: server.port, seconds }
    const scan = (count: number, job: Pick<Job, 'connections' | 'rate'> & { seconds?: number }) =>
      load.run({
        ...at,
        ...job,
        requests: count,
        scenario: { kind: 'scan', tickets: tickets(count) },
      })
    await scan(2000, { connections: scanners })
    const entries: Record<number, Outcome> = {}
    for (const connections of clients) entries[connections] = await scan(stepMax, { connections })
    const best = Math.max(...clients.map(count => entries[count]?.rate ?? 0))
    const calmSeconds = calmTimes * seconds
    const calmCount = Math.min(calmMax, Math.floor((best / 2) * calmSeconds))
    const calm = await scan(calmCount, { connections: 64, rate: best / 2, seconds: calmSeconds })
    const phones = await pairedPhones(server, crowd.eventId)
    const shown = tickets(stepMax).map(({ id, code }) => ({ id, code: hashOf(id, code) }))
    const scanned = await load.run({
      ...at,
      connections: scanners,
      requests: shown.length,
      scenario: { kind: 'phones', phones, tickets: shown },
    })
    return { entries, calm, phones: scanned, contest: await contest() }

    async function contest() {
      const from = next
      const shown = Array.from({ length: contested }, (_, nth) => crowd.guest(from + nth))
      const all = shown.flatMap(ticket => keys.map(key => ({ ...ticket, key })))
      const outcome = await load.run({
        ...at,
        seconds: 600,
        connections: scanners,
        requests: all.length,
        scenario: { kind: 'scan', tickets: all },
      })
      const admittedOnce = await countAdmittedOnce(
        databaseUrl,
        shown.map(({ id }) => id),
      )
      return { ...outcome, tickets: contested, scanners, admittedOnce }
    }
  } finally {
    load.stop()
    await server.stop()
  }
}

async function scannerKeys(server: Server): Promise<string[]> {
  const keys: string[] = []
  for (let gate = 1; gate <= scanners; gate += 1) {
    const made = await server.call('POST', '/svc/tickets/v1/scanner-keys', { name: `Gate ${gate}` })
    keys.push(String(made['api_key']))
  }
  return keys
}

/** What the list of a phone has of a ticket's code. */
const hashOf = (id: number, code: string) =>
  createHash('sha256').update(`${id}.${code}`).digest('hex').slice(0, 16)

async function pairedPhones(server: Server, event: number) {
  const phones: { secret: string; event: number }[] = []
  for (let number = 1; number <= scanners; number += 1) {
    const body = { name: `Phone ${number}`, events: [event] }
    const made = await server.call('POST', '/svc/admin/v1/door-devices', body)
    const { token } = made['pairing'] as unknown as { token: string }
    const paired = await server.call('POST', '/svc/tickets/v1/door/pairings', { token })
    phones.push({ secret: String(paired['secret']), event })
  }
  return phones
}

async function fill(databaseUrl: string): Promise<Crowd> {
  const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2 })
  try {
    return await fillEvent(database, guests)
  } finally {
    await database.close()
  }
}

/** How many of these attendees are inside with exactly one check-in. */
async function countAdmittedOnce(databaseUrl: string, ids: readonly number[]): Promise<number> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  try {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::integer as n from (
         select from attendees a join check_ins c on c.attendee_id = a.id and c.kind = 'admitted'
         where a.id = any($1::bigint[]) and a.checked_in_at is not null
         group by a.id having count(*) = 1
       ) as once`,
      [ids],
    )
    return rows[0]?.n ?? 0
  } finally {
    await db.end()
  }
}
