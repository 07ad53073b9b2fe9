import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { writeDump } from '../tests/importing/write-dump.ts'
import { temporaryFolder } from './server.ts'

export type MovingIn = {
  seconds: number
  recordsPerSecond: number
  memoryMib: number
  againSeconds: number
}

const size = { events: 10_000, orders: 50_000, attendees: 100_000 }

/** Moves a large site in from one dump, and once more, when nothing has changed. `settings` name an empty database. */
export async function measureMovingIn(settings: Record<string, string>): Promise<MovingIn> {
  const { folder, remove } = temporaryFolder()
  try {
    return await movedFrom(path.join(folder, 'site.sql'), settings)
  } finally {
    remove()
  }
}

async function movedFrom(dump: string, settings: Record<string, string>): Promise<MovingIn> {
  await writeDump(dump, size)
  const first = await importOnce(dump, settings)
  const again = await importOnce(dump, settings)
  const records = 2 * size.events + size.orders + size.attendees
  return {
    seconds: first.seconds,
    recordsPerSecond: records / first.seconds,
    memoryMib: first.memoryMib,
    againSeconds: again.seconds,
  }
}

async function importOnce(dump: string, settings: Record<string, string>) {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['bin/marquee.js', 'import-site', '--dump', dump, '--images', 'skip'],
    {
      env: { ...process.env, SITE_TIMEZONE: 'Europe/London', SITE_CURRENCY: 'GBP', ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  let memoryMib = 0
  const watch = setInterval(() => {
    memoryMib = Math.max(memoryMib, residentMib(child.pid ?? 0))
  }, 250)
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  clearInterval(watch)
  if (code !== 0 && code !== 3) throw new Error(`The import ended with ${code}.`)
  return { seconds: (performance.now() - began) / 1000, memoryMib }
}

function residentMib(pid: number): number {
  try {
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) / 1024
  } catch {
    return 0
  }
}
