import os from 'node:os'
import type { Outcome } from './load.ts'
import type { Rate } from './reads.ts'

export type Machine = {
  processors: number
  model: string
  node: string
  database: string
  loadBefore: number
}

/** This machine, with the version of the database that is measured. */
export const machineWith = (database: string): Machine => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model ?? '',
  node: process.version,
  database,
  loadBefore: os.loadavg()[0] ?? 0,
})

/** The lines above the table: the machine, and its other load. */
export function head({ processors, model, node, database, loadBefore }: Machine) {
  const load = `load before ${loadBefore.toFixed(2)}`
  console.log(`${processors} processors (${model}), Node ${node}, ${database}, ${load}\n`)
  console.log('| figure | result |\n|---|---|')
}

export const row = (figure: string, result: string) => console.log(`| ${figure} | ${result} |`)

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const times = (ratio: number) => `${ratio.toFixed(2)}×`

export const speed = ({ rate, p50, p99 }: Pick<Outcome, 'rate' | 'p50' | 'p99'>) =>
  `${whole(rate)} a second; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

/** A rate, its duration, the load generator's share of a core, and responses by status where they differ. */
export function timed(outcome: Outcome): string {
  const statuses = Object.entries(outcome.statuses).map(([status, count]) => `${count} × ${status}`)
  const isMixed = statuses.length > 1 || outcome.wanted === 0
  const mixed = isMixed ? `; ${statuses.join(', ')}` : ''
  return `${speed(outcome)}; buyers ${outcome.core.toFixed(2)} of a core${mixed}`
}

export const paced = (rate: Rate) => `${speed(rate)}; ${whole(rate.cost)} µs of the server each`
