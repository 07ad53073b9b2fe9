import { Gauge } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { readSender } from './lookup.ts'

/** Metrics of the mails that wait, of all processes together. */
export function mailMetrics({ db, clock }: { db: Db; clock: Clock }) {
  const waiting = new Gauge({
    name: 'marquee_mails_waiting',
    help: 'Mails that have not left yet.',
    registers: [],
    async collect() {
      this.set((await readSender(db)).queued)
    },
  })
  const oldest = new Gauge({
    name: 'marquee_mail_oldest_seconds',
    help: 'For how long the oldest of them has waited.',
    registers: [],
    async collect() {
      const since = (await readSender(db)).oldest
      const ms = since ? clock.now().getTime() - since.getTime() : 0
      this.set(Math.max(0, ms / 1000))
    },
  })
  return [waiting, oldest]
}
