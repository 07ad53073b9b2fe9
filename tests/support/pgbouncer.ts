import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './server-process.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)
const readyMilliseconds = 20_000
/** Fewer server connections than the service has clients, so that clients share them. */
const serverConnections = 4

export const hasPgBouncer = program !== undefined

/** A PgBouncer with transaction pooling that keeps no prepared statements, as versions before 1.21. */
export type PgBouncer = {
  readonly url: string
  /** Reopens every server connection; clients that come meanwhile wait. */
  reconnect(): Promise<void>
  /** Ends the pooler, with every connection, and starts it again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** PgBouncer refuses to run as root; then it runs as Debian's user `postgres`. */
const owner =
  process.getuid?.() === 0 && program !== undefined
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : ({} as { uid?: number; gid?: number })

function idOf(what: '-u' | '-g'): number {
  return Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
}

/** A loopback address of its own, so that two poolers cannot collide on a port. */
const ownAddress = () => `127.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 254)).join('.')}`

export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const to = new URL(databaseUrl)
  const port = await freePort()
  const host = ownAddress()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-pooler-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  const user = decodeURIComponent(to.username) || 'postgres'
  writeFileSync(users, `"${user}" "${decodeURIComponent(to.password)}"\n`)
  writeFileSync(file, settings({ to, host, port, users, user }))
  for (const one of [folder, file, users]) {
    if (owner.uid !== undefined) chownSync(one, owner.uid, owner.gid ?? 0)
    chmodSync(one, 0o700)
  }
  const at = new URL(databaseUrl)
  at.host = `${host}:${port}`
  at.password = ''
  const console = new URL(at)
  console.pathname = '/pgbouncer'

  let child = launch(file)
  await ready(at.href, () => child)

  async function end() {
    const gone = new Promise(resolve => child.once('exit', resolve))
    if (child.exitCode !== null || !child.kill('SIGTERM')) return
    await gone
  }

  return {
    url: at.href,
    // PAUSE and RECONNECT treat a connection that is being opened as failed, and then the pooler turns its clients away.
    reconnect: async () => {
      while (await isOpening(console.href)) await wait(5)
      await ask(console.href, 'pause')
      await ask(console.href, 'resume')
    },
    restart: async () => {
      await end()
      child = launch(file)
      await ready(at.href, () => child)
    },
    close: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Places = { to: URL; host: string; port: number; users: string; user: string }

const settings = ({ to, host, port, users, user }: Places) => `
[databases]
* = host=${to.hostname} port=${to.port || 5432}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = ${user}
pool_mode = transaction
server_login_retry = 1
default_pool_size = ${serverConnections}
max_client_conn = 200
`

function launch(file: string): ChildProcess {
  return spawn(program ?? '', ['-q', file], { ...owner, stdio: 'ignore' })
}

async function ready(url: string, child: () => ChildProcess) {
  const deadline = performance.now() + readyMilliseconds
  for (;;) {
    const answers = await ask(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (answers) return
    if (child().exitCode !== null) throw new Error(`PgBouncer ended with ${child().exitCode}.`)
    if (performance.now() > deadline) throw new Error('PgBouncer does not answer.')
    await wait(20)
  }
}

/** Whether a server connection is being opened now. */
async function isOpening(consoleUrl: string): Promise<boolean> {
  const pools = await ask(consoleUrl, 'show pools')
  return pools.some(pool => Number(pool['sv_login']) > 0)
}

// The console understands the simple query protocol only.
async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
