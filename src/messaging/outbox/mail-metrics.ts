import { Gauge } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { readSender, type SenderState } from './lookup.ts'

/** Metrics of the mails that wait, of all processes together. */
export function mailMetrics({ db, clock }: { db: Db; clock: Clock }) {
  let reading: Promise<SenderState> | undefined
  // A scrape collects both gauges at once, so they share one reading of the queue.
  const sender = () => {
    reading ??= readSender(db).finally(() => {
      reading = undefined
    })
    return reading
  }
  const waiting = new Gauge({
    name: 'marquee_mails_waiting',
    help: 'Mails that have not left yet.',
    registers: [],
    async collect() {
      this.set((await sender()).queued)
    },
  })
  const oldest = new Gauge({
    name: 'marquee_mail_oldest_seconds',
    help: 'For how long the oldest of them has waited.',
    registers: [],
    async collect() {
      const { oldest: since } = await sender()
      const ms = since ? clock.now().getTime() - since.getTime() : 0
      this.set(Math.max(0, ms / 1000))
    },
  })
  return [waiting, oldest]
}
