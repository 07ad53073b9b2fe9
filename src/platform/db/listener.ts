import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { channel } from './announce.ts'
import { connectionTo } from './connection-to.ts'
import type { Changes } from './changes.ts'
import { createHearing, type Hearing, namesOfMarquee, type WhoElse } from './hearing.ts'
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

const askEveryMs = 150
const answerMostMs = 2000
const reconnectMs = 500
const pooledAgainMs = 30_000

/**
 * Hears of other processes' writes on a connection of its own to PostgreSQL itself, because a pooler in transaction
 * mode loses LISTEN. Several times a second it asks who else is connected (`createHearing` says why), and it connects
 * again when the connection is lost.
 */
export function createListener({ config, changes, id }: Listening): Listener {
  const hearing = createHearing({ changes, id })
  const closing = new AbortController()
  const { signal } = closing
  let client: Client | undefined
  const pause = (ms: number) => wait(ms, undefined, { ref: false, signal }).catch(() => {})

  async function listen() {
    client = await connect(config, hearing)
    while (!signal.aborted) {
      const began = performance.now()
      const { rows } = await client.query<WhoElse>(whoElse, [namesOfMarquee])
      if (rows[0]) hearing.confirm(rows[0], began)
      await pause(askEveryMs)
    }
  }

  async function run() {
    while (!signal.aborted) {
      try {
        await listen()
      } catch (error) {
        hearing.lose((error as Error).message)
        const broken = client
        client = undefined
        await broken?.end().catch(() => {})
        await pause(error instanceof Pooled ? pooledAgainMs : reconnectMs)
      }
    }
  }

  const running = run()
  return {
    heardSince: hearing.heardSince,
    listen: hearing.listen,
    send: async message => {
      if (!client) throw new Error('There is no connection to send over.')
      return client.query(notifying, [channel, message])
    },
    trouble: hearing.trouble,
    close: async () => {
      closing.abort()
      await client?.end().catch(() => {})
      await running
    },
  }
}

async function connect(config: ClientConfig, hearing: Hearing): Promise<Client> {
  const client = new Client({ ...config, query_timeout: answerMostMs })
  client.on('error', error => hearing.lose(error.message))
  client.on('end', () => hearing.lose('The connection has ended.'))
  client.on('notification', ({ payload }) => hearing.hear(payload))
  try {
    await client.connect()
    await prepare(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
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

const whoElse = `
  select coalesce(array_agg(distinct application_name), '{}') as names
  from pg_stat_activity
  where datname = current_database() and usename = current_user and backend_type = 'client backend'
    and pid <> pg_backend_pid() and application_name ~ $1`

class Pooled extends Error {
  constructor() {
    super('A pooler stands before PostgreSQL; DATABASE_LISTEN_URL can name the server itself.')
  }
}
