import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { freePort } from '../support/server-process.ts'

const readyMilliseconds = 60_000
const programsRoot = '/usr/lib/postgresql'

/** A PostgreSQL server for one test, which may kill and restart it. */
export type OwnPostgres = {
  readonly port: number
  /** The address of its database `postgres`. */
  readonly url: string
  /** Ends it at once, like a crash. `SIGQUIT` is `pg_ctl stop -m immediate`; `SIGKILL` leaves it no time at all. */
  kill(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Starts it again on the same port and waits until it accepts queries. */
  start(settings?: Settings): Promise<void>
  /** Starts a standby that streams from it under this name. */
  standby(name: string): Promise<OwnPostgres>
  /** Promotes a standby to primary, and waits until it accepts writes. */
  promote(): Promise<void>
  query(text: string): Promise<any[]>
}

type Settings = Record<string, string>

/** The folder of Debian's newest PostgreSQL programs; undefined when there are none. */
export const serverPrograms = findPrograms()

function findPrograms(): string | undefined {
  if (!existsSync(programsRoot)) return undefined
  const versions = readdirSync(programsRoot).filter(version => Number(version) >= 15)
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  const folder = newest && path.join(programsRoot, newest, 'bin')
  return folder && existsSync(path.join(folder, 'initdb')) ? folder : undefined
}

/** PostgreSQL refuses to run as root; then it runs as Debian's user `postgres`. */
const owner =
  process.getuid?.() === 0
    ? { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') }
    : ({} as { uid?: number; gid?: number })

function idOf(what: '-u' | '-g', user: string): number {
  return serverPrograms ? Number(execFileSync('id', [what, user], { encoding: 'utf8' })) : 0
}

const always: Settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '80',
  shared_buffers: '32MB',
  wal_level: 'replica',
  max_wal_senders: '4',
  // Short enough for a test to notice a missing standby, longer than any pause of the machine.
  wal_sender_timeout: '10s',
}

/** Creates and starts a cluster, until the test has finished. */
export async function startOwnPostgres(settings: Settings = {}): Promise<OwnPostgres> {
  const folder = makeFolder()
  run('initdb', ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  const server = serverIn(folder, await freePort())
  await server.start(settings)
  return server
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? 0)
  chmodSync(folder, 0o700)
  return folder
}

function run(program: string, args: string[]) {
  execFileSync(path.join(serverPrograms ?? '', program), args, {
    ...owner,
    cwd: '/',
    stdio: 'pipe',
  })
}

function serverIn(folder: string, port: number): OwnPostgres {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: { child: ChildProcess; ended: Promise<void> } | undefined
  let kept: Settings = {}

  async function start(settings = kept) {
    kept = settings
    const deadline = performance.now() + readyMilliseconds
    let log = ''
    while (performance.now() < deadline) {
      if (!running) {
        const child = launch(folder, port, settings)
        child.stderr?.on('data', chunk => {
          log = `${log}${chunk}`.slice(-2000)
        })
        const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
        running = { child, ended }
        // Refused while processes of the killed server remain; then tried once more.
        void ended.then(() => (running = undefined))
      }
      if (await answers(url)) return
      await wait(50)
    }
    throw new Error(`PostgreSQL does not start:\n${log}`)
  }

  async function kill(signal: NodeJS.Signals) {
    const { child, ended } = running ?? {}
    child?.kill(signal)
    await ended
  }

  onTestFinished(async () => {
    await kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    port,
    url,
    start,
    kill,
    query: text => query(url, text),
    standby: async name => {
      const copy = makeFolder()
      const from = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`
      run('pg_basebackup', [
        '-D',
        copy,
        '-d',
        from,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ])
      const standby = serverIn(copy, await freePort())
      await standby.start({ hot_standby: 'on' })
      return standby
    },
    promote: async () => {
      await query(url, 'select pg_promote(true, 60)')
    },
  }
}

function launch(folder: string, port: number, settings: Settings): ChildProcess {
  const all = { ...always, port: String(port), unix_socket_directories: folder, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(path.join(serverPrograms ?? '', 'postgres'), ['-D', folder, ...args], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const answers = async (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )

async function query(url: string, text: string): Promise<any[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
