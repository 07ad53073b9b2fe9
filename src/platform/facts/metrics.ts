import { Gauge } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Following } from './follow.ts'

/** How far followers are behind, as this process last saw it; reading the metrics causes no statement. */
export function factMetrics({ state }: Pick<Following, 'state'>, clock: Clock) {
  const registers: [] = []
  const labelNames = ['follower'] as const
  return [
    new Gauge({
      name: 'marquee_follower_behind_facts',
      help: 'Facts that a follower has not read yet.',
      labelNames,
      registers,
      collect() {
        for (const { name, behind } of state().followers) this.set({ follower: name }, behind)
      },
    }),
    new Gauge({
      name: 'marquee_follower_behind_seconds',
      help: 'Age of the oldest fact that a follower has not read yet; more than 60 means that mail or notices stand still.',
      labelNames,
      registers,
      collect() {
        for (const { name, waitingSince } of state().followers) {
          const seconds = waitingSince ? (clock.now().getTime() - waitingSince.getTime()) / 1000 : 0
          this.set({ follower: name }, Math.max(0, seconds))
        }
      },
    }),
    new Gauge({
      name: 'marquee_follower_failing',
      help: '1 while what a follower does fails; `marquee doctor` and the log say why.',
      labelNames,
      registers,
      collect() {
        for (const { name, failingSince } of state().followers) {
          this.set({ follower: name }, failingSince ? 1 : 0)
        }
      },
    }),
  ]
}
