/**
 * The buyers, in a process of their own so that their work is not measured as the server's. It runs one job
 * at a time and returns latencies, statuses and its own share of a core.
 */
import { performance } from 'node:perf_hooks'
import { Connection } from './connection.ts'
import { buyerOf, type Scenario } from './scenarios.ts'

export type Job = {
  host: string
  port: number
  scenario: Scenario
  connections: number
  /** The job ends after this many seconds or requests, whichever comes first. */
  seconds: number
  requests?: number
  /** Open loop: requests begin at this rate per second, whether or not earlier ones have ended. */
  rate?: number
}

export type Outcome = {
  seconds: number
  /** Rounds of the scenario per second with the wanted result. */
  rate: number
  wanted: number
  /** Seconds until the last round with the wanted result. */
  lastWanted: number
  /** Responses to all rounds, wanted or not. */
  answered: number
  statuses: Record<string, number>
  p50: number
  p99: number
  /** The p99 of single steps, for scenarios that name some. */
  steps: Record<string, number>
  /** Share of one core that this process used. */
  core: number
}

export async function run(job: Job): Promise<Outcome> {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => Connection.open(job.port, job.host)),
  )
  const buyer = buyerOf(job.scenario)
  const cpu = process.cpuUsage()
  const began = performance.now()
  const times: number[] = []
  const timesOf = new Map<string, number[]>()
  const tally = { wanted: 0, lastWanted: 0, statuses: {} as Record<string, number> }
  const once = async (connection: Connection, from: number) => {
    const { status, wanted, steps = {} } = await buyer(connection)
    times.push(performance.now() - from)
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    if (!wanted) return
    for (const [name, ms] of Object.entries(steps)) {
      const known = timesOf.get(name)
      if (known) known.push(ms)
      else timesOf.set(name, [ms])
    }
    tally.wanted += 1
    tally.lastWanted = (performance.now() - began) / 1000
  }
  if (job.rate === undefined) await closedLoop(job, connections, once)
  else await openLoop({ ...job, rate: job.rate }, connections, once)
  const seconds = (performance.now() - began) / 1000
  const used = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  return {
    seconds,
    rate: tally.wanted / seconds,
    ...tally,
    answered: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    steps: Object.fromEntries([...timesOf].map(([name, all]) => [name, quantile(all, 0.99)])),
    core: (used.user + used.system) / 1e6 / seconds,
  }
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

type Once = (connection: Connection, from: number) => Promise<void>

/** Every connection sends its next request when the last one has its response. */
async function closedLoop(job: Job, connections: Connection[], once: Once) {
  const until = performance.now() + job.seconds * 1000
  let left = job.requests ?? Number.POSITIVE_INFINITY
  const client = async (connection: Connection) => {
    while (left > 0 && performance.now() < until) {
      left -= 1
      await once(connection, performance.now())
    }
  }
  await Promise.all(connections.map(client))
}

/** Requests begin on a schedule. One that finds no free connection waits, and its latency counts from the schedule. */
async function openLoop(job: Job & { rate: number }, connections: Connection[], once: Once) {
  const began = performance.now()
  const most = job.requests ?? Number.POSITIVE_INFINITY
  const total = Math.min(Math.floor(job.rate * job.seconds), most)
  let begun = 0
  const client = async (connection: Connection) => {
    while (begun < total) {
      const due = began + (begun / job.rate) * 1000
      begun += 1
      const early = due - performance.now()
      if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
      await once(connection, due)
    }
  }
  await Promise.all(connections.map(client))
}

process.on('message', (job: Job) => {
  run(job).then(
    outcome => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
