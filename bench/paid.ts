import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type AloneCeiling, measureAloneCeiling } from './alone.ts'
import type { Outcome } from './load.ts'
import type { Scenario } from './scenarios.ts'
import { type Server, startLoad, startServer } from './server.ts'
import { anEvent, aTicket } from './set-up.ts'

const crowds = [16, 64, 256, 1024] as const
const places = 10_000_000
const price = '25.00'

/** A way of making a whole order, from the cart to the last answer. */
type Way = {
  name: string
  at: 'sandbox' | 'provider'
  kind: 'free' | 'card' | 'wallet'
  delayMs: number
}

const ways: readonly Way[] = [
  { name: 'free', at: 'sandbox', kind: 'free', delayMs: 0 },
  { name: 'card, sandbox', at: 'sandbox', kind: 'card', delayMs: 0 },
  { name: 'wallet, sandbox', at: 'sandbox', kind: 'wallet', delayMs: 0 },
  { name: 'card, provider 0 ms', at: 'provider', kind: 'card', delayMs: 0 },
  { name: 'wallet, provider 0 ms', at: 'provider', kind: 'wallet', delayMs: 0 },
  { name: 'card, provider 300 ms', at: 'provider', kind: 'card', delayMs: 300 },
  { name: 'wallet, provider 300 ms', at: 'provider', kind: 'wallet', delayMs: 300 },
]

export type Paid = {
  name: string
  buyers: number
  /** The run with the median rate. */
  outcome: Outcome
  /** Milliseconds of the server's processor time for a whole order, in the same run. */
  serverMs: number
  /** The p99 of the steps of a payment at half of this rate, for the largest crowd. */
  calm?: Outcome['steps']
}

type Limits = { seconds: number; rate?: number }

/** Median milliseconds of a single buyer's whole order, and the least that it can take. */
export type Alone = AloneCeiling & { free: number; paid: number }

export type PaidOptions = {
  seconds: number
  runs: number
  /** Only ways with this name, and only this many buyers; all of them when empty. */
  question: string
}

/**
 * Whole orders of one ticket, free and paid, in turns: through the sandbox, and through providers in a process of
 * their own that answer at once or after 300 ms. `settings` name a database for each of the two servers.
 */
export async function measurePaid(
  settings: Record<Way['at'], Record<string, string>>,
  { seconds, runs, question }: PaidOptions,
): Promise<{ paid: Paid[]; alone: Alone | undefined; mostMib: number }> {
  const provider = await startProvider()
  const servers = {
    sandbox: await startServer(settings.sandbox),
    provider: await startServer({ ...settings.provider, ...provider.settings }),
  }
  const load = startLoad()
  try {
    const tickets = {
      free: await ticketOf(servers.sandbox, ''),
      sandbox: await ticketOf(servers.sandbox, price),
      provider: await ticketOf(servers.provider, price),
    }
    const measure = async (way: Way, connections: number, limits: Limits) => {
      const server = servers[way.at]
      const ticketId = tickets[way.kind === 'free' ? 'free' : way.at]
      await provider.answerAfter(way.delayMs)
      const { host, port } = server
      const job = { host, port, scenario: scenarioOf(way, ticketId), connections }
      const used = server.cpu()
      const outcome = await load.run({ ...job, ...limits })
      return { outcome, serverMs: ((server.cpu() - used) * 1000) / Math.max(1, outcome.wanted) }
    }
    const [wanted = '', crowd = ''] = question.split('@')
    const asked = ways.filter(({ name }) => name.includes(wanted))
    const sizes = crowds.filter(size => crowd === '' || String(size) === crowd)
    for (const way of asked) await measure(way, 64, { seconds: Math.min(2, seconds) })
    const paid: Paid[] = []
    for (const buyers of sizes) {
      const rounds = asked.map(() => [] as Omit<Paid, 'name' | 'buyers'>[])
      for (let run = 0; run < runs; run += 1) {
        for (const [at, way] of asked.entries()) {
          rounds[at]?.push(await measure(way, buyers, { seconds }))
        }
      }
      for (const [at, way] of asked.entries()) {
        const sorted = (rounds[at] ?? []).toSorted((a, b) => a.outcome.rate - b.outcome.rate)
        const middle = sorted[Math.floor(sorted.length / 2)]
        if (!middle) continue
        const figure: Paid = { name: way.name, buyers, ...middle }
        if (buyers === sizes.at(-1) && way.kind !== 'free') {
          const rate = middle.outcome.rate / 2
          figure.calm = (await measure(way, buyers, { seconds, rate })).outcome.steps
        }
        paid.push(figure)
      }
    }
    const mostMib = Math.max(...Object.values(servers).map(server => server.memoryMost()))
    const { DATABASE_URL: url } = settings.sandbox
    if (url === undefined || question !== '') return { paid, alone: undefined, mostMib }
    const [free, card] = ways
    if (!free || !card) throw new Error('There is no way to order.')
    const alone = {
      free: (await measure(free, 1, { seconds })).outcome.p50,
      paid: (await measure(card, 1, { seconds })).outcome.p50,
      ...(await measureAloneCeiling(url, seconds)),
    }
    return { paid, alone, mostMib }
  } finally {
    load.stop()
    for (const server of Object.values(servers)) await server.stop()
    provider.stop()
  }
}

const ticketOf = async (server: Server, of: string) =>
  aTicket(server, await anEvent(server), places, of)

function scenarioOf({ kind }: Way, ticketId: number): Scenario {
  const of = { ticketId, quantity: 2 }
  return kind === 'free' ? { kind: 'buy', ...of } : { kind: 'pay', way: kind, ...of }
}

type ProviderMessage = { settings: Record<string, string> }

async function startProvider() {
  const program = path.join(import.meta.dirname, 'provider.ts')
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  const [{ settings }] = (await once(child, 'message')) as [ProviderMessage]
  return {
    settings,
    answerAfter: async (delayMs: number) => {
      child.send({ delayMs })
      await once(child, 'message')
    },
    stop: () => child.kill(),
  }
}
