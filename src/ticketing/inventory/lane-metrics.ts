import { Counter, Gauge } from 'prom-client'
import type { Lanes } from './lanes.ts'

type Watched = Pick<Lanes, 'waiting' | 'oldestWaitSeconds' | 'givenUp'>

/** What is counted of the lanes of this process: how many wait, for how long, and who waited in vain. */
export function laneMetrics(lanes: Watched) {
  const registers: [] = []
  return [
    new Gauge({
      name: 'marquee_lane_waiting',
      help: 'Requests that wait for their turn to take stock.',
      registers,
      collect() {
        this.set(lanes.waiting())
      },
    }),
    new Gauge({
      name: 'marquee_lane_oldest_wait_seconds',
      help: 'For how long the oldest request has waited for its stock; more than 2 means that the sale stands still.',
      registers,
      collect() {
        this.set(lanes.oldestWaitSeconds())
      },
    }),
    new Counter({
      name: 'marquee_lane_given_up_total',
      help: 'Requests answered with 429 or 503 because they had waited too long.',
      registers,
      collect() {
        this.reset()
        this.inc(lanes.givenUp())
      },
    }),
  ]
}
