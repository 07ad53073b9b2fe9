import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { channel, readMessage } from './announce.ts'
import { connectionTo } from './connection-to.ts'
import type { Changes } from './changes.ts'
import type { News } from './news.ts'

export type Listener = News & {
  /** Sends a message to all processes; fails while there is no connection. */
  send(message: string): Promise<unknown>
  /** Why no writes are heard; undefined while they are. */
  trouble(): string | undefined
  close(): Promise<void>
}

type Listening = {
  config: ClientConfig
  changes: Pick<Changes, 'heard'>
  /** The id of this process, which is part of its connections' names. */
  id: string
}

/** How long an answer to the periodic check counts. */
const heardForMs = 1000
const askEveryMs = 150
const answerMostMs = 2000
const reconnectMs = 500
const pooledAgainMs = 30_000

/** Connections of processes that announce their writes have this prefix and the process's id as their name. */
export const nameOf = (id: string) => `marquee:${id}`
const ofMarquee = '^marquee:[0-9a-f]{8}$'

/**
 * Hears of other processes' writes on a connection of its own to PostgreSQL itself, because a pooler in transaction
 * mode loses LISTEN. Several times a second it asks who else is connected. The answer arrives after all earlier
 * messages, which proves that none is missing. A connection that does not announce its writes (an older release, a
 * console) may have written something whenever it was active since the last check, and then nothing counts as heard;
 * while it is idle it has no effect. A process that vanished, and a connection that opened and closed between two
 * checks, may have written without announcing it: everything kept is dropped.
 */
export function createListener({ config, changes, id }: Listening): Listener {
  const forgetters: (() => void)[] = []
  let client: Client | undefined
  let confirmedAt = Number.NEGATIVE_INFINITY
  let era = 0
  let trouble: string | undefined = 'The connection is not open yet.'
  /** Names of other connections, from the last check and from messages since. */
  let others = new Set<string>()
  let seen: WhoElse | undefined
  let isClosed = false
  const closing = new AbortController()
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {})

  /** Everything kept before now is outdated. */
  function forget() {
    era += 1
    for (const one of forgetters) one()
  }

  function lose(why: string) {
    if (trouble === undefined) forget()
    trouble = why
  }

  function hear(text: string | undefined) {
    const message = readMessage(text ?? '')
    if (message === 'all') forget()
    else if (message && message.from !== id) {
      others.add(nameOf(message.from))
      changes.heard(message.rows)
    }
  }

  async function connect(): Promise<Client> {
    const made = new Client({ ...config, query_timeout: answerMostMs })
    made.on('error', error => lose(error.message))
    made.on('end', () => lose('The connection has ended.'))
    made.on('notification', ({ payload }) => hear(payload))
    try {
      await made.connect()
      await prepare(made)
      return made
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
  }

  async function ask(asked: Client) {
    const began = performance.now()
    const { rows } = await asked.query<WhoElse>(whoElse, [ofMarquee, seen?.at ?? null])
    const now = rows[0]
    if (!now) return
    const names = new Set(now.names)
    if (seen && now.strangers !== seen.strangers) {
      lose(`A connection named "${now.stranger ?? ''}" may write without telling.`)
    } else {
      const isOneGone = [...others].some(name => !names.has(name))
      const strangeSessions = seen ? now.sessions - seen.sessions - now.opened : 0
      if (isOneGone || strangeSessions > 0 || trouble !== undefined) forget()
      trouble = undefined
      confirmedAt = began
    }
    seen = now
    others = names
  }

  async function run() {
    while (!isClosed) {
      try {
        client = await connect()
        while (!isClosed) {
          await ask(client)
          await pause(askEveryMs)
        }
      } catch (error) {
        lose((error as Error).message)
        const broken = client
        client = undefined
        await broken?.end().catch(() => {})
        await pause(error instanceof Pooled ? pooledAgainMs : reconnectMs)
      }
    }
  }

  const running = run()
  return {
    heardSince: () =>
      trouble === undefined && performance.now() - confirmedAt < heardForMs ? era : undefined,
    listen: one => {
      forgetters.push(one)
    },
    send: async message => {
      if (!client) throw new Error('There is no connection to send over.')
      return client.query(notifying, [channel, message])
    },
    trouble: () => trouble,
    close: async () => {
      isClosed = true
      closing.abort()
      await client?.end().catch(() => {})
      await running
    },
  }
}

/** Why no writes would be heard at this address; undefined when they would be. */
export async function whyNothingIsHeard(listenUrl: string): Promise<string | undefined> {
  const client = new Client(connectionTo(listenUrl, 'marquee doctor'))
  client.on('error', () => {})
  try {
    await client.connect()
    await prepare(client)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}

async function prepare(client: Client) {
  const { processID } = client as Client & { processID?: number }
  // A message need not wait for the disk: after a crash no process has kept answers.
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('synchronous_commit', 'off', false)`,
  )
  if (rows[0]?.pid !== processID) throw new Pooled()
  await client.query(`listen ${channel}`)
}

/** The setting is part of the statement, so that it ends with it when a pool sends it. */
export const notifying = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`

/**
 * The other connections of this database user: the names of processes that announce their writes, and each connection
 * that does not, with the time when it last began or ended something. `opened` counts our own new connections since
 * the last check, `sessions` all sessions ever.
 */
type WhoElse = {
  at: Date
  names: string[]
  stranger: string | null
  strangers: string
  opened: number
  sessions: number
}

const whoElse = `
  select clock_timestamp() as at,
    coalesce(array_agg(distinct name) filter (where tells), '{}') as names,
    min(name) filter (where not tells) as stranger,
    coalesce(string_agg(pid || ' ' || changed, ',' order by pid) filter (where not tells), '') as strangers,
    (count(*) filter (where tells and backend_start > $2))::int as opened,
    (select sessions::float8 from pg_stat_database where datname = current_database()) as sessions
  from (
    select application_name as name, application_name ~ $1 as tells, pid, backend_start,
      coalesce(state_change, backend_start) as changed
    from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and pid <> pg_backend_pid()
  ) as other`

class Pooled extends Error {
  constructor() {
    super('A pooler stands before PostgreSQL; DATABASE_LISTEN_URL can name the server itself.')
  }
}
