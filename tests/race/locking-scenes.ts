import * as keys from '../../src/access/keys/lookup.ts'
import type { Caller } from '../../src/core/caller.ts'
import type { Tx } from '../../src/platform/db/database.ts'
import * as jobs from '../../src/platform/jobs/store.ts'
import * as coupons from '../../src/shop/coupons/store.ts'
import * as orders from '../../src/shop/orders/record/store.ts'
import * as refunds from '../../src/shop/orders/settling/store.ts'
import * as door from '../../src/ticketing/attendees/store.door.ts'
import * as attendees from '../../src/ticketing/attendees/store.ts'
import * as inventory from '../../src/ticketing/inventory/store.ts'
import * as ticketPrices from '../../src/ticketing/tickets/store.currency.ts'
import {
  attendee,
  type Case,
  coupon,
  type FoundRows,
  fresh,
  hold,
  inSpring,
  many,
  order,
  published,
  rows,
  ticket,
  ownCurrency,
  person,
} from './locking-kinds.ts'
import { plant, plantMany } from './planting.ts'

/** Every way to name pools at once; each pool is named in another way. */
export const lockingPools: Case = {
  kind: 'locks',
  arrange: async db => {
    const eventIds = Array.from({ length: many }, fresh)
    const pools = eventIds.flatMap(event_id => Array.from({ length: 3 }, () => ({ event_id })))
    const ids = await plantMany(db, 'pools', pools)
    const ticketIds = await plantMany(db, 'tickets', eventIds.map(ticket))
    const holds = eventIds.map(event_id => hold({ event_id, state: 'open' }))
    await plantMany(db, 'holds', holds)
    const cartIds = holds.map(({ cart_id }) => cart_id)
    const scope = {
      eventIds: eventIds.slice(0, 1),
      ticketIds: ticketIds.slice(1, 3),
      cartIds: cartIds.slice(3, 5),
      poolIds: ids.slice(-1),
    }
    return { table: 'pools', ids, run: tx => inventory.lockPools(tx, scope) }
  },
}

export const lockingCouponUsers: Case = {
  kind: 'locks',
  arrange: async db => {
    const couponId = fresh()
    const ids = await rows(db, 'orders', () => ({ ...order(), coupon_id: couponId }))
    return {
      table: 'orders',
      ids,
      run: async tx => {
        await coupons.lockUsersOf(tx, couponId)
        return undefined
      },
    }
  },
}

export const closingOrders: Case = {
  kind: 'writes',
  arrange: async db => {
    const made = Array.from({ length: many }, order)
    const ids = await plantMany(db, 'orders', made)
    const cartIds = made.map(({ cart_id }) => cart_id)
    return {
      table: 'orders',
      ids,
      run: async tx => {
        await orders.closeOpenOrders(tx, cartIds, { note: 'a test' })
        return undefined
      },
    }
  },
}

export const lockingRefunds: Case = {
  kind: 'locks',
  arrange: async db => {
    const order_id = fresh()
    const given = () => ({ order_id, state: 'sent', idempotency_key: `refund-${fresh()}` })
    const ids = await rows(db, 'refunds', given)
    return { table: 'refunds', ids, run: tx => refunds.lockRefunds(tx, order_id) }
  },
}

export const lockingLeaving: Case = {
  kind: 'locks',
  arrange: async db => {
    const order_id = fresh()
    const ids = await rows(db, 'attendees', () => ({ ...attendee(), order_id }))
    return { table: 'attendees', ids, run: tx => attendees.lockLeaving(tx, order_id) }
  },
}

/** Tickets of one event, with a sale window. */
export function ofEvent(lock: (tx: Tx, eventId: number) => Promise<FoundRows | void>): Case {
  return {
    kind: 'locks',
    arrange: async db => {
      const event_id = fresh()
      const given = () => ({ ...ticket(event_id), sale_starts_local: '2031-01-01 00:00:00' })
      const ids = await rows(db, 'tickets', given)
      return { table: 'tickets', ids, run: async tx => (await lock(tx, event_id)) ?? undefined }
    },
  }
}

export const lockingForDoor: Case = {
  kind: 'locks',
  arrange: async db => {
    const event_id = await plant(db, 'events', published())
    const ids = await rows(db, 'attendees', () => ({ ...attendee(), event_id }))
    return { table: 'attendees', ids, run: tx => door.lockForDoor(tx, ids) }
  },
}

export const sweepingCouponHolds: Case = {
  kind: 'writes',
  arrange: async db => {
    const ids = await rows(db, 'coupons', () => ({ ...coupon(), held: 1 }))
    const held = (coupon_id: number) => ({ cart_id: fresh(), coupon_id, expires_at: inSpring })
    await plantMany(db, 'coupon_holds', ids.map(held))
    return {
      table: 'coupons',
      ids,
      run: async tx => {
        await coupons.sweepCouponHolds(tx, ids)
        return undefined
      },
    }
  },
}

export const replacingCouponHolds: Case = {
  kind: 'writes',
  arrange: async db => {
    const ids = await rows(db, 'coupons', () => ({ ...coupon(), held: 1 }))
    const cartIds = ids.map(fresh)
    const held = ids.map((coupon_id, at) => ({ cart_id: cartIds[at], coupon_id }))
    await plantMany(db, 'coupon_holds', held)
    return {
      table: 'coupons',
      ids,
      run: async tx => {
        await coupons.replaceCouponHolds(tx, cartIds, [])
        return undefined
      },
    }
  },
}

/** The account is locked before its credential is read. */
export const demandingCredential: Case = {
  kind: 'locks',
  arrange: async db => {
    const userId = await plant(db, 'users', person())
    const key = await plant(db, 'application_passwords', {
      user_id: userId,
      secret_hash: Buffer.from(`secret ${userId}`),
    })
    const caller = { kind: 'user', userId, role: 'author', held: [], credential: `password:${key}` }
    const run = async (tx: Tx) => {
      await keys.demandCredential(tx, caller as Caller)
      return [userId]
    }
    return { table: 'users', ids: [userId], run }
  },
}

export const lockingEventsPricedIn: Case = {
  kind: 'locks',
  arrange: async db => {
    const currency = ownCurrency()
    const ids = await rows(db, 'events', published)
    const tickets = ids.map(id => ({ ...ticket(id), currency }))
    await plantMany(db, 'tickets', tickets)
    return { table: 'events', ids, run: tx => ticketPrices.lockEventsPricedIn(tx, currency) }
  },
}

export const rememberingLostCoupon: Case = {
  kind: 'writes',
  arrange: async db => {
    const couponId = await plant(db, 'coupons', coupon())
    const ids = await rows(db, 'carts', () => ({ coupon_id: couponId }))
    const run = async (tx: Tx) => {
      await coupons.rememberLostCoupon(tx, couponId)
      return undefined
    }
    return { table: 'carts', ids, run }
  },
}

export const termChanges = (ids: number[]) => ids.map(id => ({ id, delta: 1 }))

export const job = (name: string) => ({ name, max_attempts: 3, run_at: inSpring })

export const takingJobs: Case = {
  kind: 'passes over',
  arrange: async db => {
    const names = [`job-${fresh()}`, `job-${fresh()}`]
    const ids = await rows(db, 'jobs', at => job(names[at % 2] ?? ''))
    const wanted = names.map(name => ({ name, free: many }))
    const now = new Date()
    return {
      table: 'jobs',
      ids,
      run: tx => jobs.takeJobs(tx, { wanted, now, leasedUntil: now }),
    }
  },
}

export const schedulesDue: Case = {
  kind: 'writes',
  arrange: async db => {
    const names = Array.from({ length: many }, () => `schedule-${fresh()}`)
    const given = names.map(name => ({ name, next_at: inSpring }))
    await plantMany(db, 'job_schedules', given)
    const schedules = names.map(name => ({ name, everySeconds: 60 }))
    return {
      table: 'job_schedules',
      column: 'name',
      ids: names,
      run: async tx => {
        await jobs.enqueueScheduled(tx, schedules, new Date())
        return undefined
      },
    }
  },
}
