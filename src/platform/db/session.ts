import type { ClientBase } from 'pg'

/** Milliseconds; 0 is no limit. */
export type SessionLimits = {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** Every statement that writes is refused. */
  readOnly: boolean
}

/** The settings to send with every transaction of a connection, if it goes through a pooler. */
const carried = new WeakMap<ClientBase, string>()

/**
 * Returns a function that prepares new connections of a pool, with one statement that fixes how statements run and
 * values look. On a direct connection to the server the settings apply to the session. Behind a pooler each
 * transaction may run on another server connection, so the settings are sent with every transaction (`carriedBy`),
 * and the server connections, which others may use too, are left unchanged. A pooler is recognised because the
 * process id that it reports is not the server's.
 */
export function sessionOf(limits: SessionLimits): (client: ClientBase) => Promise<void> {
  const settings = settingsOf(limits)
  const ofTransaction = limits.readOnly ? [...settings, ['transaction_read_only', 'on']] : settings
  const travelling = ofTransaction
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')
  return async client => {
    const isPooled = `pg_backend_pid() <> ${processOf(client)}`
    // Start-up options would be shorter, but poolers refuse them. `set local` here ends with this statement.
    const set = settings.map(([name, value]) => `set_config('${name}', '${value}', ${isPooled})`)
    const { rows } = await client.query<{ pooled: boolean }>(
      `select ${isPooled} as pooled, ${set.join(', ')}`,
    )
    if (rows[0]?.pooled === true) carried.set(client, travelling)
  }
}

/** The statements to send with BEGIN on this connection; empty when its session has the settings. */
export const carriedBy = (client: ClientBase): string => carried.get(client) ?? ''

type Setting = readonly [name: string, value: string]

const settingsOf = (limits: SessionLimits): Setting[] => [
  ...fixed(limits),
  ...(limits.readOnly ? ([['default_transaction_read_only', 'on']] as const) : []),
]

const fixed = ({ statementMs, lockMs, idleInTransactionMs }: SessionLimits): Setting[] => [
  ['statement_timeout', String(statementMs)],
  ['lock_timeout', String(lockMs)],
  ['idle_in_transaction_session_timeout', String(idleInTransactionMs)],
  ['timezone', 'UTC'],
  ['datestyle', 'ISO, YMD'],
  ['client_min_messages', 'warning'],
  // JIT compilation takes hundreds of milliseconds and starting parallel workers several, while our statements take
  // one.
  ['jit', 'off'],
  ['max_parallel_workers_per_gather', '0'],
]

/** The process number that the server or pooler gave the connection; the types of `pg` leave it out. */
function processOf(client: ClientBase): number {
  const { processID } = client as ClientBase & { processID?: number | null }
  return processID ?? 0
}
