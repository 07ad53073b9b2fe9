import { Gauge } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import { countPlaces } from './lookup.ts'

/** How many places carts hold and orders have taken, over all events. */
export function stockMetrics(db: Db) {
  return new Gauge({
    name: 'marquee_places',
    help: 'Places over all events: held by carts, and sold. Shared stock counts once.',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const { held, sold } = await countPlaces(db)
      this.set({ state: 'held' }, held)
      this.set({ state: 'sold' }, sold)
    },
  })
}
