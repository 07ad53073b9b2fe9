import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf } from './interface/list-address.ts'
import { whole } from './read-address.ts'
import { event } from './routes.parents.tsx'

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

const settlements = createRoute({
  getParentRoute: () => event,
  path: '/settlements',
  component: lazyRouteComponent(
    () => import('./screens/settlements/settlements.tsx'),
    'Settlements',
  ),
})

const eventTickets = createRoute({
  getParentRoute: () => event,
  path: '/tickets',
  component: lazyRouteComponent(() => import('./screens/tickets/ticket-list.tsx'), 'TicketList'),
})

const eventQuestions = createRoute({
  getParentRoute: () => event,
  path: '/questions',
  component: lazyRouteComponent(() => import('./screens/questions/questions.tsx'), 'Questions'),
})

const eventCodes = createRoute({
  getParentRoute: () => event,
  path: '/codes',
  validateSearch: addressOf(['new', 'open', 'many']),
  component: lazyRouteComponent(() => import('./screens/coupons/event-codes.tsx'), 'EventCodes'),
})

const eventDoor = createRoute({
  getParentRoute: () => event,
  path: '/door',
  component: lazyRouteComponent(() => import('./screens/door/event-door.tsx'), 'EventDoor'),
})

const eventMailTexts = createRoute({
  getParentRoute: () => event,
  path: '/mails',
  component: lazyRouteComponent(
    () => import('./screens/settings/event-mail-texts.tsx'),
    'EventMailTexts',
  ),
})

const changeTickets = createRoute({
  getParentRoute: () => event,
  path: '/tickets/change',
  component: lazyRouteComponent(() => import('./screens/runs/plan-tickets.tsx'), 'ChangeTickets'),
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

/** An event with its screens. */
export const eventTree = event.addChildren([
  eventOverview,
  editEvent,
  callOff,
  planRefunds,
  duplicate,
  settlements,
  eventTickets,
  eventQuestions,
  eventCodes,
  eventDoor,
  eventMailTexts,
  changeTickets,
  newTicket,
  ticket,
  importAttendees,
])
