import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

export type Cluster = {
  version: string
  /** The address of a database of this name, created when missing. */
  database(name: string): string
  /** Runs one of PostgreSQL's programs against the cluster and returns its output. */
  program(name: string, args: string[]): string
  stop(): void
}

const user = 'postgres'
const clients = 300

/**
 * A PostgreSQL server for the measurement, with the package's default durability. Only the number of
 * connections is raised, because the ceiling is measured with 256. Needs PostgreSQL's programs and, as root,
 * the account `postgres`. `more` are further settings, as `name=value`.
 */
export async function startCluster(more: readonly string[] = []): Promise<Cluster> {
  const bin = programsFolder()
  const as = process.getuid?.() === 0 ? accountOf(user) : undefined
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-bench-'))
  if (as) chownSync(folder, as.uid, as.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const run = (program: string, args: string[]) => {
    const options = { ...as, cwd: folder, encoding: 'utf8' as const, maxBuffer: 1e8 }
    const { status, stdout, stderr } = spawnSync(path.join(bin, program), args, options)
    if (status !== 0) throw new Error(`${program} failed: ${stderr.slice(0, 500)}`)
    return stdout
  }
  run('initdb', ['-D', data, '-U', user, '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8'])
  const all = ['listen_addresses=127.0.0.1', `max_connections=${clients}`, ...more]
  const settings = `-p ${port} -k ${folder} ${all.map(setting => `-c ${setting}`).join(' ')}`
  run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', path.join(folder, 'log'), 'start'])
  const where = ['-h', '127.0.0.1', '-p', String(port), '-U', user]
  return {
    version: run('postgres', ['--version']).trim(),
    database: name => {
      spawnSync(path.join(bin, 'createdb'), [...where, name], { ...as, cwd: folder })
      return `postgres://${user}@127.0.0.1:${port}/${name}`
    },
    program: (name, args) => run(name, [...where, ...args]),
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function programsFolder(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
    : []
  const folder = versions.map(version => path.join(root, version, 'bin')).find(existsSync)
  if (folder === undefined)
    throw new Error('The benchmark needs PostgreSQL (apt-get install postgresql).')
  return folder
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
