/**
 * Measures the service, each figure beside a ceiling of the same run:
 *   npm run bench [-- --embedded] [--only start,on-sale,sell-out,reads,door,growth] [--seconds 5] [--runs 3] [--json file]
 * Starts PostgreSQL, the built server and the buyers by itself, each in its own process, and stops them.
 * docs/benchmarks.md says what each figure is and is not.
 */
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { orderCeiling } from './ceiling.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { measureDoor } from './door.ts'
import { type Growth, growthLine, measureGrowth } from './growth.ts'
import { attendeeGrowth } from './growth-attendees.ts'
import { eventGrowth } from './growth-events.ts'
import type { Outcome } from './load.ts'
import { measureOnSale } from './on-sale.ts'
import { measureReads, type Rate } from './reads.ts'
import { measureSellOuts } from './sell-out.ts'
import { startServer, temporaryFolder } from './server.ts'

const { values } = parseArgs({
  options: {
    embedded: { type: 'boolean', default: false },
    only: { type: 'string', default: 'start,on-sale,sell-out,reads,door,growth' },
    seconds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
    json: { type: 'string' },
    question: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const wanted = new Set(values.only.split(','))
const results: Record<string, unknown> = {}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const timed = ({ rate, p50, p99, core, statuses }: Outcome) =>
  `${whole(rate).padStart(8)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  client ${core.toFixed(2)} of a core  ${JSON.stringify(statuses)}`
const paced = ({ rate, p50, p99, cost }: Rate) =>
  `${whole(rate).padStart(8)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  ${whole(cost)} µs of the server`
const say = (name: string, text: string) => console.log(`${name.padEnd(34)} ${text}`)

/** A database of its own for each part, so that no part finds the rows of another. */
function places(cluster: Cluster | undefined) {
  const folders: (() => void)[] = []
  return {
    settings: (name: string): Record<string, string> => {
      if (cluster) return { DATABASE_URL: cluster.database(name) }
      const { folder, remove } = temporaryFolder()
      folders.push(remove)
      return { DATA_DIR: folder }
    },
    remove: () => {
      for (const remove of folders) remove()
    },
  }
}

async function measureStart(settings: Record<string, string>) {
  await (await startServer(settings)).stop()
  const server = await startServer(settings)
  const start = { restartMs: server.startedInMilliseconds, idleMib: server.memory() }
  await server.stop()
  say('restart, to the first answer', `${whole(start.restartMs)} ms`)
  say('resident memory, idle', `${whole(start.idleMib)} MiB`)
  results['start'] = start
}

async function onSale(settings: Record<string, string>, cluster: Cluster | undefined) {
  const sale = await measureOnSale(settings, seconds)
  for (const [clients, outcome] of Object.entries(sale.orders)) {
    say(`orders on held carts, ${clients} clients`, timed(outcome))
  }
  say('server time for an order', `${sale.serverMsPerOrder.toFixed(3)} ms`)
  say('cart and order, 64 clients', timed(sale.whole))
  for (const [name, outcome] of Object.entries(sale.calm)) {
    say(`${name}, open loop at half`, timed(outcome))
  }
  results['onSale'] = sale
  if (!cluster) return
  const ceiling = await orderCeiling(cluster, seconds, [16, 64, 256])
  for (const { clients, rate } of ceiling)
    say(`ceiling: pgbench, ${clients} clients`, `${whole(rate).padStart(8)}/s`)
  const best = Math.max(...Object.values(sale.orders).map(({ rate }) => rate))
  const ratio = best / Math.max(...ceiling.map(({ rate }) => rate))
  say('best orders to best ceiling', `${ratio.toFixed(2)}×`)
  Object.assign(results, { ceiling, ratio })
}

async function sellOuts(settings: Record<string, string>) {
  const all = await measureSellOuts(settings, Number(values.runs), out => {
    const { seed, sold, places, seconds: took, serverErrors, falseRefusals } = out
    const faults = `${serverErrors} × 5xx, ${falseRefusals} refused without need`
    say(`sell-out, seed ${seed}`, `${sold} of ${places} sold in ${took.toFixed(1)} s, ${faults}`)
  })
  results['sellOut'] = all
  const wrong = all.filter(({ isRight }) => !isRight).map(({ seed }) => seed)
  if (wrong.length > 0) throw new Error(`The books are wrong after seeds ${wrong.join(', ')}.`)
}

async function reads(settings: Record<string, string>) {
  const measured = await measureReads(settings, seconds)
  for (const { name, ours, bare, ratio } of measured) {
    say(name, paced(ours))
    say(`  ceiling: bare framework`, `${paced(bare)}  ${ratio.toFixed(2)}×`)
  }
  results['reads'] = measured
}

async function door(settings: Record<string, string>) {
  const url = settings['DATABASE_URL']
  if (url === undefined) return
  const measured = await measureDoor(settings, url, seconds)
  for (const [count, outcome] of Object.entries(measured.entries))
    say(`entries at the door, ${count} clients`, timed(outcome))
  say('entry, open loop at half', timed(measured.calm))
  const { contest } = measured
  say(`${contest.tickets} tickets × ${contest.scanners} scanners`, timed(contest))
  say('  let in exactly once', `${whole(contest.admittedOnce)} of ${whole(contest.tickets)}`)
  results['door'] = measured
}

async function growth(cluster: Cluster | undefined) {
  if (!cluster) return
  const databaseUrl = cluster.database('growth')
  const options = { databaseUrl, only: values.question }
  const sayOne = (one: Growth) => say(`  ${one.name}`, growthLine(one))
  say('attendees of one event', attendeeGrowth.sizes.map(whole).join(', '))
  const attendees = await measureGrowth(attendeeGrowth, { ...options, say: sayOne })
  say('events', eventGrowth.sizes.map(whole).join(', '))
  const events = await measureGrowth(eventGrowth, { ...options, say: sayOne })
  results['growth'] = { attendees, events }
}

async function main() {
  const cluster = values.embedded ? undefined : await startCluster()
  const place = places(cluster)
  const machine = {
    processors: os.cpus().length,
    model: os.cpus()[0]?.model ?? '',
    node: process.version,
    database: cluster?.version ?? 'embedded',
    loadBefore: os.loadavg()[0] ?? 0,
  }
  console.log(`${JSON.stringify(machine)}\n`)
  results['machine'] = machine
  try {
    if (wanted.has('start')) await measureStart(place.settings('start'))
    if (wanted.has('on-sale')) await onSale(place.settings('on_sale'), cluster)
    if (wanted.has('sell-out')) await sellOuts(place.settings('sell_out'))
    if (wanted.has('reads')) await reads(place.settings('reads'))
    if (wanted.has('door')) await door(place.settings('door'))
    if (wanted.has('growth')) await growth(cluster)
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, undefined, 2))
  } finally {
    cluster?.stop()
    place.remove()
  }
}

void main()
