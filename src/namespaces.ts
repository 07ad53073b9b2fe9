import { offersOfEvent } from './shop/fees/offer-with-fees.ts'
import type { AccessAdditions } from './access/additions.ts'
import { auditRoutes } from './access/audit/routes.ts'
import { keyRoutes } from './access/keys/routes.ts'
import { settingsRoutes } from './access/settings/routes.ts'
import { sessionRoutes } from './access/sessions/routes.ts'
import { secondFactorRoutes } from './access/second-factor/routes.ts'
import { teamRoutes } from './access/team/routes.ts'
import { userRoutes } from './access/users/routes.ts'
import { imageRoutes } from './catalogue/images/routes.ts'
import { organizerRoutes } from './catalogue/organizers/routes.ts'
import { termRoutes } from './catalogue/terms/routes.ts'
import { eventRoutes } from './catalogue/events/routes.ts'
import { venueRoutes } from './catalogue/venues/routes.ts'
import type { NamespaceName } from './deps.ts'
import type { Api } from './platform/http/route.ts'
import { queueConfirmation } from './messaging/accounts/queue-confirmation.ts'
import { queueInvitation } from './messaging/accounts/queue-invitation.ts'
import { batchSheetRoute } from './messaging/tickets/routes.batches.ts'
import { outboxRoutes, resendRoutes } from './messaging/outbox/routes.ts'
import { changeRoutes } from './messaging/changes/routes.ts'
import type { Deps } from './messaging/deps.ts'
import { eventWordingRoutes, siteWordingRoutes } from './messaging/wording/routes.ts'
import { cartCouponRoutes } from './shop/cart/routes.coupons.ts'
import { taxRoutes } from './shop/taxes/routes.ts'
import { deskOrderRoutes } from './shop/box-office/routes.orders.ts'
import { deskRoutes } from './shop/box-office/routes.ts'
import { tillRoutes } from './shop/box-office/routes.tills.ts'
import { batchRoutes } from './shop/box-office/routes.batches.ts'
import { bookRoutes } from './shop/books/routes.ts'
import { cartRoutes } from './shop/cart/routes.ts'
import { couponRoutes } from './shop/coupons/routes.ts'
import { codeListRoute } from './shop/coupons/routes.list.ts'
import { feesOfTickets } from './shop/fees/lookup.ts'
import { feeRoutes } from './shop/fees/routes.ts'
import { selectFees } from './shop/fees/select-fees.ts'
import { accountRoutes } from './shop/checkout/routes.accounts.ts'
import { cardRoutes } from './shop/checkout/routes.card.ts'
import { freeOrderRoutes } from './shop/checkout/routes.free.ts'
import { walletRoutes } from './shop/checkout/routes.wallet.ts'
import { messageRoutes } from './shop/checkout/routes.webhook.ts'
import { followingAccounts } from './shop/payments/follow-accounts.ts'
import { demandUnpaid, repriceOrder } from './shop/orders/paying/reprice-order.ts'
import { settlementRoutes } from './organising/settlements/routes.ts'
import { reportRoutes } from './organising/reports/routes.ts'
import { codeBatchRoutes } from './organising/codes/routes.ts'
import { answerExportRoutes } from './organising/lists/routes.answers.ts'
import { copyRoutes } from './organising/copies/routes.ts'
import { attentionRoutes } from './organising/attention/routes.ts'
import { viewRoutes } from './organising/views/routes.ts'
import { searchRoutes } from './organising/search/routes.ts'
import { exportRoutes } from './organising/lists/routes.exports.ts'
import { listRoutes } from './organising/lists/routes.ts'
import { planRoutes } from './organising/runs/desk/routes.plans.ts'
import { runRoutes } from './organising/runs/desk/routes.runs.ts'
import { correctionRoutes } from './organising/orders/routes.ts'
import { orderPageRoutes } from './shop/orders/desk/routes.page.ts'
import { orderRoutes } from './shop/orders/desk/routes.ts'
import { noteRoutes } from './shop/orders/notes/routes.ts'
import { moveRoutes } from './shop/orders/moving/routes.ts'
import { answerRoutes } from './shop/questions/routes.answers.ts'
import { askedQuestionRoutes, questionRoutes } from './shop/questions/routes.ts'
import { refundRoutes } from './shop/orders/desk/routes.refunds.ts'
import { embeddedAttendees } from './ticketing/attendees/embed-attendees.ts'
import { attendeeRoutes } from './ticketing/attendees/routes.ts'
import { ticketsOut } from './ticketing/attendees/tickets-out.ts'
import { openScannerKeysOf } from './ticketing/checkin/list-open-keys.ts'
import { checkinRoutes } from './ticketing/checkin/routes.ts'
import { entryRoutes } from './ticketing/door/routes.entries.ts'
import { doorStaffRoutes } from './ticketing/door/routes.staff.ts'
import { doorRoutes } from './ticketing/door/routes.ts'
import { attendanceOfEvents } from './ticketing/tickets/lookup.ts'
import { moveSaleWindows } from './ticketing/tickets/move-sale-windows.ts'
import { attendeeImportRoutes } from './importing/attendees/routes.ts'
import { codeImportRoute } from './importing/codes/routes.ts'
import { importRoutes } from './importing/runs/routes.ts'
import { ticketRoutes } from './ticketing/tickets/routes.ts'

export type Namespace = {
  name: NamespaceName
  title: string
  description: string
  declare: (api: Api) => void
}

/** The namespaces of the interface, each with all its routes. `door` uses the connections for check-in. */
export const namespaces = (deps: Deps, door: Deps): Namespace[] => [
  {
    name: 'events',
    title: 'Marquee events',
    description: 'Events with their venues, organizers, categories, tags and images.',
    declare: api => eventsInterface(api, deps),
  },
  {
    name: 'admin',
    title: 'Marquee administration',
    description: 'Accounts, application passwords, API keys and what happened.',
    declare: api => adminInterface(api, deps),
  },
  {
    name: 'tickets',
    title: 'Marquee tickets',
    description: 'Tickets, attendees, the door, carts and orders.',
    declare: api => ticketsInterface(api, deps, door),
  },
]

function eventsInterface(api: Api, deps: Deps) {
  eventRoutes(api, deps, {
    attendance: attendanceOfEvents,
    offers: offersOfEvent,
    onNewZone: moveSaleWindows,
    ticketsOut,
  })
  venueRoutes(api, deps)
  organizerRoutes(api, deps)
  termRoutes(api, deps)
  imageRoutes(api, deps)
}

function adminInterface(api: Api, deps: Deps) {
  const stillOpen = async (id: number) => ({ scanner_keys: await openScannerKeysOf(deps, id) })
  const invite: AccessAdditions['invite'] = (tx, invited) => queueInvitation(deps, tx, invited)
  userRoutes(api, deps, { stillOpen, invite })
  teamRoutes(api, deps, { stillOpen, invite: deps.mailer ? invite : undefined })
  keyRoutes(api, deps)
  auditRoutes(api, deps)
  importRoutes(api, deps)
  attendeeImportRoutes(api, deps)
  settingsRoutes(api, deps)
  changeRoutes(api, deps)
  moveRoutes(followingAccounts(api, deps), deps)
  noteRoutes(api, deps)
  orderPageRoutes(api, deps)
  correctionRoutes(api, deps)
  copyRoutes(api, deps)
  questionRoutes(api, deps)
  answerRoutes(api, deps)
  answerExportRoutes(api, deps)
  reportRoutes(api, deps)
  settlementRoutes(api, deps)
  planRoutes(followingAccounts(api, deps), deps)
  runRoutes(followingAccounts(api, deps), deps)
  deskRoutes(api, deps)
  tillRoutes(api, deps)
  batchRoutes(api, deps)
  deskOrderRoutes(api, deps)
  batchSheetRoute(api, deps)
  taxRoutes(api, deps)
  codeListRoute(api, deps)
  codeBatchRoutes(api, deps)
  codeImportRoute(api, deps)
  outboxRoutes(api, deps)
  secondFactorRoutes(api, deps)
  bookRoutes(api, deps)
  accountRoutes(followingAccounts(api, deps), deps)
  siteWordingRoutes(api, deps)
  listRoutes(api, deps)
  doorStaffRoutes(api, deps)
  exportRoutes(api, deps)
  searchRoutes(api, deps)
  attentionRoutes(api, deps)
  viewRoutes(api, deps)
  sessionRoutes(api, deps, { confirmByMail: account => queueConfirmation(deps, account) })
}

function ticketsInterface(api: Api, deps: Deps, door: Deps) {
  attendeeRoutes(api, deps)
  checkinRoutes(api, door)
  doorRoutes(api, door)
  entryRoutes(api, deps)
  ticketRoutes(api, deps, {
    fees: (db, ids) => feesOfTickets(db, deps.config, ids),
    attendees: embeddedAttendees(deps),
    selectFees,
  })
  const paying = followingAccounts(api, deps)
  cartRoutes(paying, deps)
  askedQuestionRoutes(api, deps)
  orderRoutes(paying, deps)
  refundRoutes(paying, deps)
  resendRoutes(api, deps)
  eventWordingRoutes(api, deps)
  freeOrderRoutes(paying, deps)
  providerRoutes(paying, deps)
  messageRoutes(paying, deps)
  couponRoutes(api, deps)
  cartCouponRoutes(paying, deps, {
    demandUnpaid: cartId => demandUnpaid(deps, cartId),
    reprice: cartId => repriceOrder(deps, cartId),
  })
  feeRoutes(api, deps)
}

/** Each provider's routes have two addresses. */
function providerRoutes(api: Api, deps: Deps) {
  cardRoutes(api, deps, 'cardprocessor')
  cardRoutes({ ...api, alias: { segment: 'stripe', of: 'cardprocessor' } }, deps, 'stripe')
  walletRoutes(api, deps, 'wallet')
  walletRoutes({ ...api, alias: { segment: 'paypal', of: 'wallet' } }, deps, 'paypal')
}
