import * as users from '../../src/access/users/lookup.ts'
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
  fresh,
  inSpring,
  lockingById,
  lockingOne,
  ofHolds,
  order,
  published,
  rows,
  ticket,
  writing,
  converting,
  person,
} from './locking-kinds.ts'
import { paymentCases } from './locking-payments.ts'
import {
  closingOrders,
  demandingCredential,
  job,
  lockingCouponUsers,
  lockingEventsPricedIn,
  lockingForDoor,
  lockingLeaving,
  lockingPools,
  lockingRefunds,
  ofEvent,
  rememberingLostCoupon,
  replacingCouponHolds,
  schedulesDue,
  sweepingCouponHolds,
  takingJobs,
  termChanges,
} from './locking-scenes.ts'

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
