import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as lists from './interface/list-address.ts'
import { meQuery } from './interface/queries.ts'
import { eventAddress } from './interface/event-address.ts'
import { whole } from './read-address.ts'
import { Missing } from './shell/missing.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  beforeLoad: ({ context }) => context.queries.ensureQueryData(meQuery),
  notFoundComponent: Missing,
})

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/today/today.tsx'), 'Today'),
})

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: eventAddress,
  component: lazyRouteComponent(() => import('./screens/events/event-list.tsx'), 'EventListScreen'),
})

const newEvent = createRoute({
  getParentRoute: () => root,
  path: '/events/new',
  component: lazyRouteComponent(() => import('./screens/events/edit-event.tsx'), 'NewEvent'),
})

const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$event',
  params: {
    parse: params => ({ event: whole(params['event']) ?? 0 }),
    stringify: ({ event }) => ({ event: String(event) }),
  },
  component: lazyRouteComponent(() => import('./screens/events/one-event.tsx'), 'OneEvent'),
})

const eventOverview = createRoute({
  getParentRoute: () => event,
  path: '/',
  component: lazyRouteComponent(
    () => import('./screens/events/event-overview.tsx'),
    'EventOverview',
  ),
})

const editEvent = createRoute({
  getParentRoute: () => event,
  path: '/edit',
  component: lazyRouteComponent(() => import('./screens/events/edit-event.tsx'), 'EditEvent'),
})

const callOff = createRoute({
  getParentRoute: () => event,
  path: '/call-off',
  component: lazyRouteComponent(() => import('./screens/events/call-off.tsx'), 'CallOff'),
})

const planRefunds = createRoute({
  getParentRoute: () => event,
  path: '/refunds',
  component: lazyRouteComponent(() => import('./screens/runs/plan-refunds.tsx'), 'PlanRefunds'),
})

const duplicate = createRoute({
  getParentRoute: () => event,
  path: '/duplicate',
  component: lazyRouteComponent(() => import('./screens/events/duplicate.tsx'), 'Duplicate'),
})

const eventTickets = createRoute({
  getParentRoute: () => event,
  path: '/tickets',
  component: lazyRouteComponent(() => import('./screens/tickets/ticket-list.tsx'), 'TicketList'),
})

const newTicket = createRoute({
  getParentRoute: () => event,
  path: '/tickets/new',
  component: lazyRouteComponent(() => import('./screens/tickets/edit-ticket.tsx'), 'NewTicket'),
})

const ticket = createRoute({
  getParentRoute: () => event,
  path: '/tickets/$ticket',
  params: {
    parse: params => ({ ticket: whole(params['ticket']) ?? 0 }),
    stringify: ({ ticket }) => ({ ticket: String(ticket) }),
  },
  component: lazyRouteComponent(() => import('./screens/tickets/edit-ticket.tsx'), 'EditTicket'),
})

const importAttendees = createRoute({
  getParentRoute: () => event,
  path: '/import',
  component: lazyRouteComponent(
    () => import('./screens/imports/attendee-import.tsx'),
    'ImportAttendees',
  ),
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  component: lazyRouteComponent(() => import('./screens/imports/imports.tsx'), 'Imports'),
})

const oneImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/$run',
  params: {
    parse: params => ({ run: whole(params['run']) ?? 0 }),
    stringify: ({ run }) => ({ run: String(run) }),
  },
  component: lazyRouteComponent(() => import('./screens/imports/one-import.tsx'), 'OneImport'),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: lists.addressOf(lists.orderParameters),
  component: lazyRouteComponent(() => import('./screens/orders/order-list.tsx'), 'OrderListScreen'),
})

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$order',
  params: {
    parse: params => ({ order: whole(params['order']) ?? 0 }),
    stringify: ({ order }) => ({ order: String(order) }),
  },
  component: lazyRouteComponent(() => import('./screens/orders/order-page.tsx'), 'OrderPage'),
})

const attendees = createRoute({
  getParentRoute: () => root,
  path: '/attendees',
  validateSearch: lists.addressOf(lists.attendeeParameters),
  component: lazyRouteComponent(
    () => import('./screens/people/attendee-list.tsx'),
    'AttendeeListScreen',
  ),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/site/account.tsx'), 'Account'),
})

const coupons = createRoute({
  getParentRoute: () => root,
  path: '/coupons',
  validateSearch: lists.addressOf(['new', 'search']),
  component: lazyRouteComponent(() => import('./screens/coupons/coupons.tsx'), 'Coupons'),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: lists.addressOf(['report', 'by', 'from', 'to', 'event']),
  component: lazyRouteComponent(() => import('./screens/reports/reports.tsx'), 'Reports'),
})

const reportEntries = createRoute({
  getParentRoute: () => root,
  path: '/reports/entries',
  validateSearch: lists.addressOf(lists.entryParameters),
  component: lazyRouteComponent(() => import('./screens/reports/entries.tsx'), 'Entries'),
})

const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: lists.addressOf(lists.paymentParameters),
  component: lazyRouteComponent(() => import('./screens/reports/money-list.tsx'), 'Payments'),
})

const books = createRoute({
  getParentRoute: () => root,
  path: '/books',
  validateSearch: lists.addressOf(lists.bookParameters),
  component: lazyRouteComponent(() => import('./screens/reports/money-list.tsx'), 'Books'),
})

const fees = createRoute({
  getParentRoute: () => root,
  path: '/fees',
  validateSearch: lists.addressOf(['new']),
  component: lazyRouteComponent(() => import('./screens/fees/fees.tsx'), 'Fees'),
})

const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  validateSearch: lists.addressOf(['new']),
  component: lazyRouteComponent(() => import('./screens/team/team.tsx'), 'Team'),
})

const door = createRoute({
  getParentRoute: () => root,
  path: '/door',
  validateSearch: lists.addressOf(['new', 'event']),
  component: lazyRouteComponent(() => import('./screens/door/door-devices.tsx'), 'DoorDevices'),
})

const desk = createRoute({
  getParentRoute: () => root,
  path: '/desk',
  validateSearch: lists.addressOf(['event']),
  component: lazyRouteComponent(() => import('./screens/desk/desk.tsx'), 'DeskScreen'),
})

const tills = createRoute({
  getParentRoute: () => root,
  path: '/tills',
  validateSearch: lists.addressOf(['new']),
  component: lazyRouteComponent(() => import('./screens/desk/tills.tsx'), 'Tills'),
})

const till = createRoute({
  getParentRoute: () => root,
  path: '/tills/$till',
  params: {
    parse: params => ({ till: whole(params['till']) ?? 0 }),
    stringify: ({ till }) => ({ till: String(till) }),
  },
  component: lazyRouteComponent(() => import('./screens/desk/till.tsx'), 'TillScreen'),
})

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  component: lazyRouteComponent(() => import('./screens/runs/runs.tsx'), 'Runs'),
})

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run',
  params: {
    parse: params => ({ run: whole(params['run']) ?? 0 }),
    stringify: ({ run }) => ({ run: String(run) }),
  },
  validateSearch: lists.addressOf(['state', 'reason']),
  component: lazyRouteComponent(() => import('./screens/runs/run.tsx'), 'RunScreen'),
})

const mails = createRoute({
  getParentRoute: () => root,
  path: '/mails',
  validateSearch: lists.addressOf(['state']),
  component: lazyRouteComponent(() => import('./screens/mails/mails.tsx'), 'Mails'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'Settings'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./screens/setup/set-up.tsx'), 'SetUp'),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: lists.addressOf(['record', 'record_id', 'since']),
  component: lazyRouteComponent(() => import('./screens/audit/audit.tsx'), 'Audit'),
})

export const tree = root.addChildren([
  today,
  account,
  orders,
  order,
  attendees,
  coupons,
  reports,
  reportEntries,
  payments,
  books,
  fees,
  team,
  desk,
  tills,
  till,
  runs,
  run,
  door,
  mails,
  settings,
  setUp,
  audit,
  imports,
  oneImport,
  events,
  newEvent,
  event.addChildren([
    eventOverview,
    editEvent,
    callOff,
    planRefunds,
    duplicate,
    importAttendees,
    eventTickets,
    newTicket,
    ticket,
  ]),
])
