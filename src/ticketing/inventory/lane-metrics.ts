import { Counter, Gauge } from 'prom-client'
import type { Lanes } from './lanes.ts'

type Watched = Pick<Lanes, 'waiting' | 'oldestWaitSeconds' | 'givenUp'>

/** What is counted of the lanes of this process, those of the sale and of the door: how many wait, how long, how many in vain. */
export function laneMetrics(all: readonly Watched[]) {
  const registers: [] = []
  const summed = (read: (lanes: Watched) => number) =>
    all.reduce((sum, lanes) => sum + read(lanes), 0)
  return [
    new Gauge({
      name: 'marquee_lane_waiting',
      help: 'Requests that wait for their turn to take stock.',
      registers,
      collect() {
        this.set(summed(lanes => lanes.waiting()))
      },
    }),
    new Gauge({
      name: 'marquee_lane_oldest_wait_seconds',
      help: 'For how long the oldest request has waited for its stock; more than 2 means that the sale stands still.',
      registers,
      collect() {
        this.set(Math.max(...all.map(lanes => lanes.oldestWaitSeconds())))
      },
    }),
    new Counter({
      name: 'marquee_lane_given_up_total',
      help: 'Requests answered with 429 or 503 because they had waited too long.',
      registers,
      collect() {
        this.reset()
        this.inc(summed(lanes => lanes.givenUp()))
      },
    }),
  ]
}
