/**
 * Measures the service, each figure beside a ceiling of the same run, and prints a table for docs/benchmarks.md:
 *   npm run bench [-- --embedded] [--only start,on-sale,paid,lone,sell-out,reads,pages,staff,search,first,mixture,door,starve,growth,moving-in] [--seconds 5] [--runs 3] [--json file]
 * Starts PostgreSQL, the built server and the buyers by itself, each in its own process, and stops them. A part that
 * would begin after fifteen minutes is left out, and named. docs/benchmarks.md says what each figure is and is not.
 */
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { orderCeiling } from './ceiling.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { measureDoor } from './door.ts'
import { measureFirstReads } from './first-reads.ts'
import { type Growth, growthLine, measureGrowth } from './growth.ts'
import { attendeeGrowth } from './growth-attendees.ts'
import { eventGrowth } from './growth-events.ts'
import { measureLone } from './lone.ts'
import { measureMixture } from './mixture.ts'
import { measureMovingIn } from './move-in.ts'
import { measureOnSale } from './on-sale.ts'
import { measurePages } from './pages.ts'
import { measurePaid } from './paid.ts'
import { measureReads, measureStaffLists } from './reads.ts'
import { head, machineWith, paced, row, speed, times, timed, whole } from './report.ts'
import { measureSearch } from './search.ts'
import { measureSellOuts } from './sell-out.ts'
import { temporaryFolder } from './server.ts'
import { measureStart, type Restarts } from './start.ts'
import { measureStarving } from './starve.ts'

const { values } = parseArgs({
  options: {
    embedded: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default:
        'start,on-sale,paid,lone,sell-out,reads,pages,staff,search,first,mixture,door,starve,growth',
    },
    seconds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
    json: { type: 'string' },
    question: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const minutesMost = 15
const results: Record<string, unknown> = {}

type Settings = Record<string, string>
/** `settings` name an empty database; without a cluster it is the embedded one. */
type Part = (
  settings: Settings,
  cluster: Cluster | undefined,
  /** The settings of another empty database. */
  another: (name: string) => Settings,
) => Promise<void>

/** The fixed order of the parts. */
const parts: Record<string, Part> = {
  async start(settings) {
    const start = await measureStart(settings, seconds)
    row('first answer on an empty database', `${whole(start.freshMs)} ms`)
    const { restarts, embeddedRestarts } = start
    row('first answer after a restart; by npm start', inBothWays(restarts))
    row('the same, embedded database', inBothWays(embeddedRestarts))
    const memory = `${whole(start.idleMib)} MiB; at most ${whole(start.busyMib)} MiB`
    row('resident memory idle; during a sale', memory)
    const size = `${start.ownMib.toFixed(1)} MiB; ${whole(start.installedMib)} MiB`
    row('on disk without; with dependencies', size)
    results['start'] = start
  },

  // Minutes; named by --only.
  async 'moving-in'(settings) {
    const moved = await measureMovingIn(settings)
    row(
      'a site of 10,000 events, 50,000 orders and 100,000 attendees',
      `${whole(moved.seconds)} s; ${whole(moved.recordsPerSecond)} records a second`,
    )
    row('resident memory of the command at most', `${whole(moved.memoryMib)} MiB`)
    row('the same dump again', `${whole(moved.againSeconds)} s`)
    results['moving-in'] = moved
  },

  async 'on-sale'(settings, cluster) {
    const sale = await measureOnSale(settings, seconds)
    for (const [clients, outcome] of Object.entries(sale.orders)) {
      row(`orders on held carts, ${clients} clients`, timed(outcome))
    }
    row('processor of the server for an order', `${sale.serverMsPerOrder.toFixed(3)} ms`)
    const bare = times(sale.serverMsPerOrder / sale.bareMsPerOrder)
    row('… ceiling: bare framework', `${sale.bareMsPerOrder.toFixed(3)} ms; ${bare}`)
    row('cart and order, 64 clients', timed(sale.whole))
    for (const [name, outcome] of Object.entries(sale.calm)) {
      row(`${name}, open loop at half`, timed(outcome))
    }
    results['onSale'] = sale
    if (!cluster) return
    const ceiling = await orderCeiling(cluster, seconds, [16, 64, 256])
    for (const { clients, rate } of ceiling) {
      row(`ceiling: pgbench, ${clients} clients`, `${whole(rate)} a second`)
    }
    const best = Math.max(...Object.values(sale.orders).map(({ rate }) => rate))
    const ratio = best / Math.max(...ceiling.map(({ rate }) => rate))
    row('best orders to best ceiling', times(ratio))
    Object.assign(results, { ceiling, ratio })
  },

  async paid(settings, _cluster, another) {
    const measured = await measurePaid(
      { sandbox: settings, provider: another('paid_provider') },
      { seconds, runs: Number(values.runs), question: values.question },
    )
    for (const { name, buyers, outcome, serverMs, calm } of measured.paid) {
      const cost = `${serverMs.toFixed(2)} ms of the server each`
      row(`whole order, ${name}, ${buyers} buyers`, `${timed(outcome)}; ${cost}`)
      if (!calm) continue
      const steps = Object.entries(calm).map(([step, p99]) => `${step} p99 ${whole(p99)} ms`)
      row('… open loop at half', steps.join(', '))
    }
    row('resident memory of a service during all of it', `at most ${whole(measured.mostMib)} MiB`)
    if (measured.alone) {
      const { free, paid, commit, threeRequests } = measured.alone
      const figures = `free ${free.toFixed(2)} ms; paid ${paid.toFixed(2)} ms`
      row('one buyer alone, p50 of whole orders', figures)
      const least = `${threeRequests.toFixed(2)} ms; a lone commit ${commit.toFixed(2)} ms`
      row('… ceiling: three requests of the bare framework, each a commit', least)
    }
    results['paid'] = measured
  },

  async lone(settings) {
    const measured = await measureLone(settings, seconds)
    for (const { name, lane, plain, ratio } of measured) {
      const figures = `p50 ${lane.toFixed(2)} ms; plain transaction ${plain.toFixed(2)} ms`
      row(`lone ${name} in its lane`, `${figures}; ${times(ratio)}`)
    }
    results['lone'] = measured
  },

  async 'sell-out'(settings) {
    const all = await measureSellOuts(settings, Number(values.runs), out => {
      const sold = `${out.sold} of ${out.places} sold in ${out.seconds.toFixed(1)} s`
      const faults = `${out.serverErrors} × 5xx, ${out.falseRefusals} refused without need`
      row(`${whole(out.buyers)} buyers, seed ${out.seed}`, `${sold}, ${faults}`)
    })
    results['sellOut'] = all
    const wrong = all.filter(({ isRight }) => !isRight).map(({ seed }) => seed)
    if (wrong.length > 0) throw new Error(`The books are wrong after seeds ${wrong.join(', ')}.`)
  },

  async reads(settings) {
    const measured = await measureReads(settings, seconds)
    for (const { name, ours, bare, ratio } of measured) {
      row(name, paced(ours))
      row('… ceiling: bare framework', `${paced(bare)}; ${times(ratio)}`)
    }
    results['reads'] = measured
  },

  async pages(settings) {
    const measured = await measurePages(settings, { seconds, runs: Number(values.runs) })
    const { ours, bare, ratio, sentBytes, plainBytes, runs, medianP99 } = measured
    const size = `${whole(sentBytes)} bytes sent, ${whole(plainBytes)} as HTML`
    row('page of an event', `${paced(ours)}; ${size}`)
    row('… ceiling: bare framework', `${paced(bare)}; ${times(ratio)}`)
    for (const { p50, p99, pages, orders } of runs) {
      const pace = `${whole(pages)} pages and ${whole(orders)} orders a second`
      row(
        '… in the hot hour, open loop',
        `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${pace}`,
      )
    }
    row('… median of p99', `${medianP99.toFixed(1)} ms`)
    results['pages'] = measured
  },

  async staff(settings) {
    const measured = await measureStaffLists(settings, seconds)
    for (const { name, ours, bare } of measured) {
      row(name, paced(ours))
      const ratio = `${(ours.cost / bare.cost).toFixed(1)}× its processor time`
      row('… ceiling: bare framework', `${paced(bare)}; ${ratio}`)
    }
    results['staff'] = measured
  },

  async search(settings) {
    const url = settings['DATABASE_URL']
    if (url === undefined) return
    const measured = await measureSearch(url)
    for (const { name, phrases, p50, p95, most } of measured) {
      const spread = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, at most ${most.toFixed(1)} ms`
      row(`search among 100,000 events, ${name}`, `${whole(phrases)} phrases; ${spread}`)
    }
    results['search'] = measured
  },

  async first(settings, cluster) {
    if (!cluster) return
    const measured = await measureFirstReads(settings, cluster.database('ceiling_of'))
    const { reads, fresh } = measured
    for (const { kind, addresses, cost, ceilingCost, p50 } of reads) {
      const ceiling = `the same bytes by one select ${whole(ceilingCost)} µs, ${times(cost / ceilingCost)}`
      row(
        `first read of ${kind}, ${whole(addresses)} addresses`,
        `${whole(cost)} µs of the server, p50 ${p50.toFixed(1)} ms; ${ceiling}`,
      )
    }
    row(
      'mixture in the first five seconds of a process',
      `${whole(fresh.rate)} a second; one select a request ${whole(fresh.ceiling)}; ${times(fresh.rate / fresh.ceiling)}`,
    )
    results['first'] = measured
  },

  async mixture(settings, cluster) {
    if (!cluster) return
    const measured = await measureMixture(settings, cluster.database('ceiling_of'), seconds)
    const { ceiling, figures, addresses, bytesMean, memoryMostMib } = measured
    const size = `${whole(addresses)} addresses, ${whole(bytesMean)} bytes each`
    row('mixture, ceiling: one prepared select a request', `${speed(ceiling)}; ${size}`)
    for (const { name, rate, p50, p99, cost, ordersSold, toCeiling, half } of figures) {
      const sold = `${whole(ordersSold)} orders a second`
      row(`mixture, ${name}`, `${paced({ rate, p50, p99, cost })}; ${sold}; ${times(toCeiling)}`)
      row('… open loop at half', `p50 ${half.p50.toFixed(1)} ms, p99 ${half.p99.toFixed(1)} ms`)
    }
    row('mixture, most resident memory', `${whole(memoryMostMib)} MiB`)
    results['mixture'] = measured
  },

  async door(settings) {
    const url = settings['DATABASE_URL']
    if (url === undefined) return
    const measured = await measureDoor(settings, url, seconds)
    for (const [count, outcome] of Object.entries(measured.entries))
      row(`entries at the door, ${count} clients`, timed(outcome))
    row('entry, open loop at half', timed(measured.calm))
    row('scans of 20 paired phones', timed(measured.phones))
    const { contest } = measured
    row(`${contest.tickets} tickets × ${contest.scanners} scanners`, timed(contest))
    row('… let in exactly once', `${whole(contest.admittedOnce)} of ${whole(contest.tickets)}`)
    results['door'] = measured
  },

  async starve(settings) {
    const measured = await measureStarving(settings, { seconds, runs: 5 })
    for (const { name, quiet, attacked, ratio, most } of measured.others) {
      const under = `quiet ${quiet.toFixed(1)} ms; under attack ${attacked.toFixed(1)} ms`
      row(
        `${name}, p99 while one address asks for lists`,
        `${under}; ${times(ratio)}; at most ${most.toFixed(1)} ms`,
      )
    }
    const answers = Object.entries(measured.statuses).map(([status, n]) => `${n} × ${status}`)
    row('… answers to the attack', answers.join(', '))
    results['starve'] = measured
  },

  async growth(_settings, cluster) {
    if (!cluster) return
    const databaseUrl = cluster.database('growth_of')
    const options = { databaseUrl, only: values.question }
    const say = (one: Growth) => row(`… ${one.name}`, growthLine(one))
    row('attendees of one event', attendeeGrowth.sizes.map(whole).join(', '))
    const attendees = await measureGrowth(attendeeGrowth, { ...options, say })
    row('events', eventGrowth.sizes.map(whole).join(', '))
    const events = await measureGrowth(eventGrowth, { ...options, say })
    results['growth'] = { attendees, events }
  },
}

/** A database of its own for each part, so that no part finds the rows of another. */
const inBothWays = ({ program, npmStart }: Restarts) =>
  `${whole(program)} ms; ${whole(npmStart)} ms`

function places(cluster: Cluster | undefined) {
  const folders: (() => void)[] = []
  return {
    settings: (name: string): Settings => {
      if (cluster) return { DATABASE_URL: cluster.database(name.replace('-', '_')) }
      const { folder, remove } = temporaryFolder()
      folders.push(remove)
      return { DATA_DIR: folder }
    },
    remove: () => {
      for (const remove of folders) remove()
    },
  }
}

async function main() {
  const wanted = new Set(values.only.split(','))
  const began = performance.now()
  const cluster = values.embedded ? undefined : await startCluster()
  const place = places(cluster)
  const machine = machineWith(cluster?.version ?? 'embedded')
  results['machine'] = machine
  head(machine)
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (!wanted.has(name)) continue
      const isLate = performance.now() - began > minutesMost * 60_000
      if (isLate) row(name, `left out after ${minutesMost} minutes`)
      else await measure(place.settings(name), cluster, place.settings)
    }
  } finally {
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, undefined, 2))
    cluster?.stop()
    place.remove()
  }
}

await main()
