import * as keys from '../../src/access/keys/lookup.ts'
import * as users from '../../src/access/users/lookup.ts'
import type { Caller } from '../../src/core/caller.ts'
import type { Tx } from '../../src/platform/db/database.ts'
import { lockEventRow } from '../../src/catalogue/events/lookup.ts'
import * as events from '../../src/catalogue/events/store.ts'
import * as linked from '../../src/catalogue/linked/store.ts'
import { venueKind } from '../../src/catalogue/venues/kind.ts'
import * as terms from '../../src/catalogue/terms/store.ts'
import * as jobs from '../../src/platform/jobs/store.ts'
import * as carts from '../../src/shop/cart/store.ts'
import * as coupons from '../../src/shop/coupons/store.ts'
import * as flatAmounts from '../../src/shop/pricing/store.flat-amounts.ts'
import * as fees from '../../src/shop/fees/store.ts'
import * as purchasers from '../../src/shop/orders/purchasers/store.ts'
import * as reconciling from '../../src/shop/orders/reconciling/store.ts'
import * as orders from '../../src/shop/orders/record/store.ts'
import * as refunds from '../../src/shop/orders/settling/store.ts'
import * as counts from '../../src/ticketing/attendees/store.counts.ts'
import * as door from '../../src/ticketing/attendees/store.door.ts'
import * as attendees from '../../src/ticketing/attendees/store.ts'
import * as inventory from '../../src/ticketing/inventory/store.ts'
import * as tickets from '../../src/ticketing/tickets/store.ts'
import * as ticketPrices from '../../src/ticketing/tickets/store.currency.ts'
import {
  attendee,
  type Case,
  coupon,
  type FoundRows,
  fresh,
  hold,
  inSpring,
  lockingById,
  lockingOne,
  many,
  ofHolds,
  order,
  published,
  rows,
  ticket,
  writing,
  converting,
  ownCurrency,
  person,
} from './locking-kinds.ts'
import { paymentCases } from './locking-payments.ts'
import { plant, plantMany } from './planting.ts'

/** Every way to name pools at once; each pool is named in another way. */
const lockingPools: Case = {
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

const lockingCouponUsers: Case = {
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

const closingOrders: Case = {
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

const lockingRefunds: Case = {
  kind: 'locks',
  arrange: async db => {
    const order_id = fresh()
    const given = () => ({ order_id, state: 'sent', idempotency_key: `refund-${fresh()}` })
    const ids = await rows(db, 'refunds', given)
    return { table: 'refunds', ids, run: tx => refunds.lockRefunds(tx, order_id) }
  },
}

const lockingLeaving: Case = {
  kind: 'locks',
  arrange: async db => {
    const order_id = fresh()
    const ids = await rows(db, 'attendees', () => ({ ...attendee(), order_id }))
    return { table: 'attendees', ids, run: tx => attendees.lockLeaving(tx, order_id) }
  },
}

/** Tickets of one event, with a sale window. */
function ofEvent(lock: (tx: Tx, eventId: number) => Promise<FoundRows | void>): Case {
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

const lockingForDoor: Case = {
  kind: 'locks',
  arrange: async db => {
    const event_id = await plant(db, 'events', published())
    const ids = await rows(db, 'attendees', () => ({ ...attendee(), event_id }))
    return { table: 'attendees', ids, run: tx => door.lockForDoor(tx, ids) }
  },
}

const sweepingCouponHolds: Case = {
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

const replacingCouponHolds: Case = {
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
const demandingCredential: Case = {
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

const lockingEventsPricedIn: Case = {
  kind: 'locks',
  arrange: async db => {
    const currency = ownCurrency()
    const ids = await rows(db, 'events', published)
    const tickets = ids.map(id => ({ ...ticket(id), currency }))
    await plantMany(db, 'tickets', tickets)
    return { table: 'events', ids, run: tx => ticketPrices.lockEventsPricedIn(tx, currency) }
  },
}

const rememberingLostCoupon: Case = {
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

const termChanges = (ids: number[]) => ids.map(id => ({ id, delta: 1 }))

const job = (name: string) => ({ name, max_attempts: 3, run_at: inSpring })

const takingJobs: Case = {
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

const schedulesDue: Case = {
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

/** Every statement in the sources that locks rows, or that finds the rows it writes through other rows. */
export const cases: Record<string, Case> = {
  'access/keys/lookup.ts#demandCredential': demandingCredential,
  'access/users/lookup.ts#lockAddress': lockingOne('users', person, users.lockAddress),
  'access/users/lookup.ts#lockPasswordHash': lockingOne('users', person, users.lockPasswordHash),
  'catalogue/events/lookup.ts#lockEventRow': lockingOne('events', published, lockEventRow),
  'catalogue/events/store.ts#lockEvent': lockingOne('events', published, events.lockEvent),
  'catalogue/events/store.ts#dueEvents': {
    kind: 'passes over',
    arrange: async db => {
      const due = () => ({ status: 'future', slug: '', published_at: inSpring })
      const ids = await rows(db, 'events', due)
      return { table: 'events', ids, run: tx => events.dueEvents(tx, new Date()) }
    },
  },
  'catalogue/linked/store.ts#lockById': lockingOne('venues', published, (tx, id) =>
    linked.lockById(tx, venueKind, id),
  ),
  'catalogue/linked/store.ts#lockUsable': lockingById('venues', published, async (tx, ids) =>
    (await linked.lockUsable(tx, venueKind, ids)) ? ids : [],
  ),
  'catalogue/terms/store.ts#termsByWord': lockingById(
    'terms',
    () => ({ taxonomy: 'tag', slug: `tag-${fresh()}` }),
    async (tx, ids) => {
      await terms.termsByWord(tx, 'tag', ids.map(String))
    },
  ),
  'catalogue/terms/store.ts#addToCounts': writing(
    'terms',
    () => ({ taxonomy: 'tag', slug: `tag-${fresh()}` }),
    (tx, ids) => terms.addToCounts(tx, termChanges(ids)),
  ),
  'platform/jobs/store.ts#takeJobs': takingJobs,
  'platform/jobs/store.ts#extendLeases': writing(
    'jobs',
    () => job(`job-${fresh()}`),
    (tx, ids) =>
      jobs.extendLeases(
        tx,
        ids.map(id => ({ id, attempts: 0 })),
        new Date(),
      ),
  ),
  'platform/jobs/store.ts#layJobAside': writing(
    'jobs',
    () => job(`job-${fresh()}`),
    async (tx, ids) => {
      const failure = { failedAt: new Date(), error: 'a test' }
      for (const id of ids) await jobs.layJobAside(tx, { id, attempts: 0 }, failure)
    },
  ),
  'platform/jobs/store.ts#enqueueScheduled': schedulesDue,
  ...paymentCases,
  'shop/cart/store.ts#lockCartRows': lockingById('carts', () => ({}), carts.lockCartRows),
  'shop/cart/store.ts#lockForgottenCarts': {
    kind: 'passes over',
    arrange: async db => {
      const ids = await rows(db, 'carts', () => ({ updated_at: inSpring }))
      return { table: 'carts', ids, run: carts.lockForgottenCarts }
    },
  },
  'shop/pricing/store.flat-amounts.ts#convertFlatAmounts': converting(
    'coupons',
    currency => ({ ...coupon(), amount: 1, currency }),
    (tx, conversion) => flatAmounts.convertFlatAmounts(tx, 'coupons', conversion),
  ),
  'shop/coupons/store.ts#rememberLostCoupon': rememberingLostCoupon,
  'shop/coupons/store.ts#lockUsersOf': lockingCouponUsers,
  'shop/coupons/store.ts#lockCouponRows': lockingById('coupons', coupon, coupons.lockCouponRows),
  'shop/coupons/store.ts#sweepCouponHolds': sweepingCouponHolds,
  'shop/coupons/store.ts#replaceCouponHolds': replacingCouponHolds,
  'shop/coupons/store.ts#addUses': writing('coupons', coupon, (tx, ids) =>
    coupons.addUses(
      tx,
      ids.map(id => ({ coupon_id: id, change: 1 })),
    ),
  ),
  'shop/fees/store.ts#lockFeeRow': lockingOne(
    'fees',
    () => ({ slug: `fee-${fresh()}`, status: 'active', kind: 'flat', applies_to: 'all' }),
    fees.lockFeeRow,
  ),
  'shop/fees/store.ts#lockTicket': lockingOne('tickets', () => ticket(fresh()), fees.lockTicket),
  'shop/orders/purchasers/store.ts#blankLineNames': {
    kind: 'writes',
    arrange: async db => {
      const email = `ada-${fresh()}@example.org`
      const names = JSON.stringify([{ email }])
      const ids = await rows(db, 'order_lines', () => ({ kind: 'ticket', names }))
      const run = async (tx: Tx) => {
        await purchasers.blankLineNames(tx, email)
        return undefined
      }
      return { table: 'order_lines', ids, run }
    },
  },
  'shop/orders/purchasers/store.ts#blankCartNames': {
    kind: 'writes',
    arrange: async db => {
      const email = `ada-${fresh()}@example.org`
      const lines = JSON.stringify([{ names: [{ email }] }])
      const ids = await rows(db, 'carts', () => ({ lines }))
      const run = async (tx: Tx) => {
        await purchasers.blankCartNames(tx, email)
        return undefined
      }
      return { table: 'carts', ids, run }
    },
  },
  'shop/orders/settling/store.ts#lockRefunds': lockingRefunds,
  'shop/orders/settling/store.ts#giveBackToLines': writing(
    'order_lines',
    () => ({ kind: 'ticket', quantity: 3 }),
    (tx, ids) =>
      refunds.giveBackToLines(
        tx,
        ids.map(lineId => ({ lineId, quantity: 1, amountMinor: 0 })),
      ),
  ),
  'shop/orders/record/store.ts#closeOpenOrders': closingOrders,
  'shop/orders/record/store.ts#lockOrder': lockingOne('orders', order, orders.lockOrder),
  'shop/orders/record/store.ts#lockOrders': lockingById('orders', order, orders.lockOrders),
  'shop/orders/record/store.ts#lockOrderRows': lockingById('orders', order, orders.lockOrderRows),
  'shop/orders/reconciling/store.ts#rememberMissing': writing('orders', order, async (tx, ids) => {
    for (const id of ids) await reconciling.rememberMissing(tx, id, 'a test')
  }),
  'ticketing/attendees/store.counts.ts#changeTicketCounts': writing(
    'tickets',
    () => ticket(fresh()),
    (tx, ids) =>
      counts.changeTicketCounts(
        tx,
        ids.map(ticketId => ({
          ticketId,
          eventId: 1,
          orderStatus: 'completed',
          attendees: 1,
          checkedIn: 0,
          listed: 1,
          going: null,
        })),
      ),
  ),
  'ticketing/attendees/store.door.ts#lockForDoor': lockingForDoor,
  'ticketing/attendees/store.door.ts#writeInside': writing('attendees', attendee, (tx, ids) =>
    door.writeInside(
      tx,
      ids.map(id => ({
        id,
        eventId: 1,
        ticketId: 1,
        orderStatus: 'completed',
        at: new Date(),
        source: 'site',
        userId: null,
        device: null,
      })),
    ),
  ),
  'ticketing/attendees/store.ts#lockLeaving': lockingLeaving,
  'ticketing/attendees/store.ts#lockAttendees': lockingById(
    'attendees',
    attendee,
    attendees.lockAttendees,
  ),
  'ticketing/attendees/store.ts#lockTickets': lockingById(
    'tickets',
    () => ticket(fresh()),
    attendees.lockTickets,
  ),
  'ticketing/attendees/store.ts#lockForEdit': lockingOne(
    'attendees',
    attendee,
    attendees.lockForEdit,
  ),
  'ticketing/inventory/store.ts#lockPools': lockingPools,
  'ticketing/inventory/store.ts#lockTicketsOf': ofEvent((tx, eventId) =>
    inventory.lockTicketsOf(tx, [eventId]),
  ),
  'ticketing/inventory/store.ts#expireHolds': ofHolds(
    { state: 'open', expires_at: inSpring },
    (tx, { eventIds }) => inventory.expireHolds(tx, eventIds),
  ),
  'ticketing/inventory/store.ts#closeHolds': ofHolds({ state: 'open' }, inventory.closeHolds),
  'ticketing/inventory/store.ts#writeStock': ofHolds({ state: 'open' }, (tx, { ids }) =>
    inventory.writeStock(tx, {
      pools: new Map(),
      closed: ids.map(id => ({ id, state: 'released' })),
      opened: [],
    }),
  ),
  'ticketing/inventory/store.ts#sellLasting': ofHolds({ state: 'open' }, (tx, { ids }) =>
    inventory.sellLasting(tx, ids),
  ),
  'ticketing/inventory/store.ts#extendOpenHolds': ofHolds({ state: 'open' }, (tx, { cartIds }) =>
    inventory.extendOpenHolds(
      tx,
      cartIds.map(cartId => ({ cartId, notAfter: null })),
      60,
    ),
  ),
  'ticketing/inventory/store.ts#savePools': writing(
    'pools',
    () => ({ event_id: fresh() }),
    (tx, ids) =>
      inventory.savePools(
        tx,
        ids.map(id => ({ id, sharedPoolId: null, capacity: 7, held: 0, sold: 0 })),
      ),
  ),
  'ticketing/inventory/store.ts#deleteFinishedHolds': ofHolds(
    { state: 'sold', created_at: inSpring },
    inventory.deleteFinishedHolds,
  ),
  'ticketing/tickets/store.currency.ts#lockEventsPricedIn': lockingEventsPricedIn,
  'ticketing/tickets/store.currency.ts#convertPrices': converting(
    'tickets',
    currency => ({ ...ticket(fresh()), currency, price_minor: 100 }),
    ticketPrices.convertPrices,
  ),
  'ticketing/tickets/store.ts#windowsOfEvent': ofEvent(tickets.windowsOfEvent),
  'ticketing/tickets/store.ts#writeWindows': writing(
    'tickets',
    () => ticket(fresh()),
    (tx, ids) =>
      tickets.writeWindows(
        tx,
        ids.map(id => ({ id, sale_starts_at: new Date(), sale_ends_at: null })),
      ),
  ),
}
