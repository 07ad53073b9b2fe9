import { performance } from 'node:perf_hooks'
import { answersTo, ceilingDraws, fill, questions, read, startCeiling } from './mixture.ts'
import { startLoad, startServer } from './server.ts'

/** The first read of each address of a kind by a warm process, and of the same bytes by one prepared select. */
export type FirstReads = {
  kind: string
  addresses: number
  /** Microseconds of the server's processor for one answer. */
  cost: number
  ceilingCost: number
  /** Milliseconds from request to answer, at eight at once. */
  p50: number
}

/** Answers a second of a process in its first five seconds, to the mixture of visitors, and of one select a request. */
export type FreshProcess = { rate: number; ceiling: number }

type Address = { host: string; port: number }

const atOnce = 8
const kinds = ['an event', 'a list', 'tickets of an event', 'a search'] as const
const warming = 40
const freshSeconds = 5

/**
 * Each address is asked once, so nothing is kept of it. The first of each kind warm the program and its prepared
 * statements and are not counted.
 */
export async function measureFirstReads(
  settings: Record<string, string>,
  ceilingUrl: string,
): Promise<{ reads: FirstReads[]; fresh: FreshProcess }> {
  const databaseUrl = settings['DATABASE_URL']
  if (databaseUrl === undefined) throw new Error('First reads are measured on PostgreSQL.')
  const first = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
  await first.stop()
  await fill(databaseUrl)
  const filling = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
  const { draws } = await questions(filling, databaseUrl)
  const bodies = await answersTo(filling, draws)
  await filling.stop()
  const server = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
  const ceiling = await startCeiling(ceilingUrl, bodies)
  const bare = ceilingDraws(draws)
  const load = startLoad()
  async function firstSeconds(): Promise<FreshProcess> {
    const beside = await read(load, { ...ceiling.place, draws: bare }, freshSeconds)
    const another = await startServer({ ...settings, EVENTS_PER_PAGE: '10' })
    const { host, port } = another
    const { rate } = await read(load, { host, port, draws }, freshSeconds)
    await another.stop()
    return { rate, ceiling: beside.rate }
  }
  try {
    const measured: FirstReads[] = []
    for (const [at, draw] of draws.entries()) {
      const kind = kinds[at] ?? ''
      const ours = await once(server, server.cpu, draw.paths)
      const beside = await once(ceiling.place, ceiling.cpu, bare[at]?.paths ?? [])
      measured.push({
        kind,
        addresses: draw.paths.length - warming,
        cost: ours.cost,
        ceilingCost: beside.cost,
        p50: ours.p50,
      })
    }
    return { reads: measured, fresh: await firstSeconds() }
  } finally {
    load.stop()
    await ceiling.stop()
    await server.stop()
  }
}

async function once(place: Address, cpu: () => number, paths: readonly string[]) {
  await askAll(place, paths.slice(0, warming))
  const counted = paths.slice(warming)
  const before = cpu()
  const times = await askAll(place, counted)
  const sorted = times.toSorted((one, other) => one - other)
  return {
    cost: ((cpu() - before) * 1e6) / counted.length,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
  }
}

async function askAll({ host, port }: Address, paths: readonly string[]): Promise<number[]> {
  const left = [...paths]
  const times: number[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        const began = performance.now()
        const answer = await fetch(`http://${host}:${port}${path}`)
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
        times.push(performance.now() - began)
      }
    }),
  )
  return times
}
