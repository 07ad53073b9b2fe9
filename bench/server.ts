import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { freePort } from './cluster.ts'
import type { Job, Outcome } from './load.ts'

const root = path.resolve(import.meta.dirname, '..')
const program = path.join(root, 'bin/marquee.js')
const password = 'a-password-for-the-bench-only'

export const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

export type Server = {
  host: string
  port: number
  base: string
  startedInMilliseconds: number
  /** Seconds of processor time used so far. */
  cpu(): number
  /** Resident memory in MiB: now, and the peak. */
  memory(): number
  memoryMost(): number
  call<T = Record<string, never>>(method: string, path: string, body?: object): Promise<T>
  stop(): Promise<void>
}

/** The options that `npm start` gives to Node. */
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const engine = (manifest.scripts.start as string).split(' ').filter(word => word.startsWith('--'))

/** The program itself, or `npm start`. */
const ways = {
  program: [process.execPath, ...engine, program, 'serve'],
  npmStart: ['npm', 'start'],
}
export type Way = keyof typeof ways

/** The built server as an operator starts it, with the limits per network off. */
export async function startServer(
  settings: Record<string, string>,
  way: Way = 'program',
): Promise<Server> {
  const [command = '', ...args] = ways[way]
  const host = '127.0.0.1'
  const port = await freePort()
  const began = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      HOST: host,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_APPLICATION_PASSWORD: password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group, which is stopped as a whole because npm does not wait for its child.
    detached: way === 'npmStart',
  })
  child.stdout.resume()
  const base = `http://${host}:${port}`
  await answers(`${base}/readyz`, child)
  const startedInMilliseconds = performance.now() - began
  return {
    host,
    port,
    base,
    startedInMilliseconds,
    cpu: () => cpuSeconds(child.pid ?? 0),
    memory: () => mebibytes(child.pid ?? 0, 'VmRSS'),
    memoryMost: () => mebibytes(child.pid ?? 0, 'VmHWM'),
    call: async <T>(method: string, where: string, body?: object) => {
      const reply = await fetch(base + where, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const said = await reply.json()
      if (!reply.ok) throw new Error(`${method} ${where}: ${reply.status} ${JSON.stringify(said)}`)
      return said as T
    },
    stop: async () => {
      const pid = child.pid ?? 0
      process.kill(way === 'npmStart' ? -pid : pid, 'SIGTERM')
      // The output ends with the last process that writes to it.
      await once(child, 'close')
    },
  }
}

/** Runs a command of the service on the same database; fails when the command does. */
export function command(name: string, settings: Record<string, string>): string {
  const env = { PATH: process.env['PATH'] ?? '', ...settings }
  return execFileSync(process.execPath, [program, name], { env, encoding: 'utf8' })
}

async function answers(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server ended instead of starting.')
    const reply = await fetch(url).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply?.status === 200) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

function mebibytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

const ticksPerSecond = 100

/** Processor time that a process has used. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

export type Load = ReturnType<typeof startLoad>

/** The process that plays the buyers (load.ts). */
export function startLoad() {
  const child = fork(path.join(import.meta.dirname, 'load.ts'), { execArgv: ['--import', 'tsx'] })
  return {
    run: async (job: Job): Promise<Outcome> => {
      child.send(job)
      const [said] = (await once(child, 'message')) as [{ outcome?: Outcome; failed?: string }]
      if (said.outcome === undefined) throw new Error(said.failed)
      return said.outcome
    },
    stop: () => child.kill(),
  }
}

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
