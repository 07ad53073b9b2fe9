import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as lists from './interface/list-address.ts'
import { eventAddress } from './interface/event-address.ts'
import { listNamed, whole } from './read-address.ts'
import { eventTree } from './routes.event.tsx'
import { root } from './routes.parents.tsx'

/** A part of an address that is the number of a record. */
const numbered = <Name extends string>(name: Name) => ({
  parse: (params: Record<Name, string>) =>
    ({ [name]: whole(params[name]) ?? 0 }) as Record<Name, number>,
  stringify: (params: Record<Name, number>) =>
    ({ [name]: String(params[name]) }) as Record<Name, string>,
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

const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  component: lazyRouteComponent(() => import('./screens/imports/imports.tsx'), 'Imports'),
})

const oneImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/$run',
  params: numbered('run'),
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
  params: numbered('order'),
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

const keys = createRoute({
  getParentRoute: () => root,
  path: '/account/keys',
  validateSearch: lists.addressOf(['new']),
  component: lazyRouteComponent(() => import('./screens/keys/keys.tsx'), 'Keys'),
})

const coupons = createRoute({
  getParentRoute: () => root,
  path: '/coupons',
  validateSearch: lists.addressOf(['new', 'open', 'many', 'batch', 'search']),
  component: lazyRouteComponent(() => import('./screens/coupons/coupons.tsx'), 'Coupons'),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: lists.addressOf(['report', 'by', 'group', 'from', 'to', 'event']),
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

const places = createRoute({
  getParentRoute: () => root,
  path: '/places',
  validateSearch: lists.addressOf(['show', 'search', 'open']),
  component: lazyRouteComponent(() => import('./screens/places/places.tsx'), 'Places'),
})

const taxes = createRoute({
  getParentRoute: () => root,
  path: '/taxes',
  validateSearch: lists.addressOf(['new']),
  component: lazyRouteComponent(() => import('./screens/taxes/taxes.tsx'), 'Taxes'),
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

const batches = createRoute({
  getParentRoute: () => root,
  path: '/desk/batches',
  validateSearch: lists.addressOf(['event']),
  component: lazyRouteComponent(() => import('./screens/desk/batches.tsx'), 'Batches'),
})

const tills = createRoute({
  getParentRoute: () => root,
  path: '/tills',
  validateSearch: lists.addressOf(['new', 'at']),
  component: lazyRouteComponent(() => import('./screens/desk/tills.tsx'), 'Tills'),
})

const till = createRoute({
  getParentRoute: () => root,
  path: '/tills/$till',
  params: numbered('till'),
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
  params: numbered('run'),
  validateSearch: lists.addressOf(['state', 'reason']),
  component: lazyRouteComponent(() => import('./screens/runs/run.tsx'), 'RunScreen'),
})

const changeTickets = createRoute({
  getParentRoute: () => root,
  path: '/tickets/change',
  validateSearch: lists.addressOf(['search']),
  component: lazyRouteComponent(
    () => import('./screens/runs/plan-tickets.tsx'),
    'ChangeTicketsOfSite',
  ),
})

const message = createRoute({
  getParentRoute: () => root,
  path: '/message',
  validateSearch: listNamed,
  component: lazyRouteComponent(
    () => import('./screens/runs/write-to-guests.tsx'),
    'WriteToGuests',
  ),
})

const mails = createRoute({
  getParentRoute: () => root,
  path: '/mails',
  validateSearch: lists.addressOf(['state', 'recipient', 'before']),
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
  keys,
  orders,
  order,
  attendees,
  coupons,
  reports,
  reportEntries,
  payments,
  books,
  fees,
  taxes,
  places,
  team,
  desk,
  batches,
  tills,
  till,
  runs,
  run,
  door,
  changeTickets,
  message,
  mails,
  settings,
  setUp,
  audit,
  imports,
  oneImport,
  events,
  newEvent,
  eventTree,
])
