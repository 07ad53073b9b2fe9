import { Counter, Gauge } from 'prom-client'
import type { Lanes } from './lanes.ts'

type LaneState = Pick<Lanes, 'waiting' | 'oldestWaitSeconds' | 'givenUp'>

/**
 * Metrics of this process's lanes, for sales and check-in: waiting requests, waiting time, and requests
 * refused for waiting too long.
 */
export function laneMetrics(all: readonly LaneState[]) {
  const registers: [] = []
  const summed = (read: (lanes: LaneState) => number) =>
    all.reduce((sum, lanes) => sum + read(lanes), 0)
  return [
    new Gauge({
      name: 'marquee_lane_waiting',
      help: 'Requests waiting for their lane.',
      registers,
      collect() {
        this.set(summed(lanes => lanes.waiting()))
      },
    }),
    new Gauge({
      name: 'marquee_lane_oldest_wait_seconds',
      help: 'Seconds the oldest request has waited in its lane; more than 2 means that the sale is blocked.',
      registers,
      collect() {
        this.set(Math.max(...all.map(lanes => lanes.oldestWaitSeconds())))
      },
    }),
    new Counter({
      name: 'marquee_lane_given_up_total',
      help: 'Requests refused with 429 or 503 because they had waited too long.',
      registers,
      collect() {
        this.reset()
        this.inc(summed(lanes => lanes.givenUp()))
      },
    }),
  ]
}
