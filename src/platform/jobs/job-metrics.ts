import { Gauge } from 'prom-client'
import type { Db } from '../db/database.ts'
import { countJobs } from './lookup.ts'

/** Metrics of background jobs, of all processes together. */
export function jobMetrics(db: Db) {
  return new Gauge({
    name: 'marquee_jobs',
    help: 'Background jobs: waiting, overdue by more than a minute, and failed for good (marquee jobs list).',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const { waiting, overdue, failed } = await countJobs(db)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'overdue' }, overdue)
      this.set({ state: 'failed' }, failed)
    },
  })
}
