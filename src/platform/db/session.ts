import type { ClientBase } from 'pg'

/** Milliseconds; 0 is no limit. */
export type SessionLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** By connection, what its transactions carry; none when its session is its own. */
const carried = new WeakMap<ClientBase, string>()

/**
 * Returns what makes a new connection of a pool ready: one statement that fixes how statements run and values look.
 *
 * On a connection to the server itself the settings hold for its session. A pooler hands each transaction to whichever
 * server connection is free, so behind one they travel with every transaction instead (`carriedBy`), and its server
 * connections, which others may use too, stay as they are. A pooler shows by the process number: it gives out its own.
 */
export function sessionOf(limits: SessionLimits): (client: ClientBase) => Promise<void> {
  const settings = settingsOf(limits)
  const travelling = settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')
  return async client => {
    const isPooled = `pg_backend_pid() <> ${processOf(client)}`
    // Start-up options would be shorter, but poolers refuse them. What is set locally here ends with this statement.
    const set = settings.map(([name, value]) => `set_config('${name}', '${value}', ${isPooled})`)
    const { rows } = await client.query<{ pooled: boolean }>(
      `select ${isPooled} as pooled, ${set.join(', ')}`,
    )
    if (rows[0]?.pooled === true) carried.set(client, travelling)
  }
}

/** The statements that must go with BEGIN on this connection; '' when its session has the settings already. */
export const carriedBy = (client: ClientBase): string => carried.get(client) ?? ''

type Setting = readonly [name: string, value: string]

const settingsOf = ({ statementMs, lockMs, idleInTransactionMs }: SessionLimits): Setting[] => [
  ['statement_timeout', String(statementMs)],
  ['lock_timeout', String(lockMs)],
  ['idle_in_transaction_session_timeout', String(idleInTransactionMs)],
  ['timezone', 'UTC'],
  ['datestyle', 'ISO, YMD'],
  ['client_min_messages', 'warning'],
  // Compiling a plan costs hundreds of milliseconds; our statements take one. Starting workers costs several.
  ['jit', 'off'],
  ['max_parallel_workers_per_gather', '0'],
]

/** The process number that the server or pooler gave the connection; the types of `pg` leave it out. */
function processOf(client: ClientBase): number {
  const { processID } = client as ClientBase & { processID?: number | null }
  return processID ?? 0
}
