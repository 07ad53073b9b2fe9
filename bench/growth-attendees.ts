import { type Crowd, fillEvent, matching } from './attendee-data-set.ts'
import type { BenchRequest, Question, Subject } from './growth.ts'

const bar = 1.5
type Ask = Question<Crowd>['ask']

/** The attendee list of the event. */
const list =
  (as: BenchRequest['as'] | 'anybody', query = ''): Ask =>
  ({ eventId }) => ({
    path: `/attendees?post_id=${eventId}${query}`,
    ...(as !== 'anybody' && as && { as }),
  })

const lists: [name: string, ask: Ask, total?: number][] = [
  ['first page, staff', list('staff')],
  ['first page of 100, staff', list('staff', '&per_page=100')],
  ['first page, public', list('anybody')],
  ['first page, scanner', list('scanner')],
  ['who is outside', list('staff', '&checkedin=false')],
  ['who may enter', list('staff', '&order_status=public')],
  ['newest first', list('staff', '&orderby=date&order=DESC')],
  ['by title', list('staff', '&orderby=title&order=ASC')],
  ['name, staff', list('staff', '&name=ostrich'), matching],
  ['search, staff', list('staff', '&search=olga+ostrich'), matching],
  ['name, public', list('anybody', '&name=ostrich'), matching],
  ['search, public', list('anybody', '&search=ostrich'), matching],
  ['e-mail', list('staff', '&email=heron.example'), matching],
  ['one e-mail', list('staff', '&email=guest-700%40mail'), 1],
  ['a name of nobody', list('staff', '&name=nobody'), 0],
]

const others: [name: string, ask: Ask][] = [
  ['attendee by id', ({ guest }, n) => ({ path: `/attendees/${guest(n).id}`, as: 'staff' })],
  ['ticket', ({ ticketId }) => ({ path: `/tickets/${ticketId}`, as: 'staff' })],
  [
    'scan',
    ({ guest }, n) => ({
      path: `/qr?ticket_id=${guest(n).id}&security_code=${guest(n).code}`,
      as: 'scanner',
    }),
  ],
]

const growing: [name: string, ask: Ask][] = [
  ['a name of all', list('staff', '&name=ann')],
  ['the last page', crowd => list('staff', `&page=${crowd.attendees / 10}`)(crowd, 0)],
]

/** The list and the check-in of one event with a growing number of attendees. */
export const attendeeGrowth: Subject<Crowd> = {
  name: 'attendees',
  namespace: 'tickets',
  totalHeader: 'x-et-total',
  sizes: [1_000, 100_000],
  fill: (database, size) => fillEvent(database, size),
  questions: [
    ...lists.map(([name, ask, total]) => ({
      name,
      bar,
      ask,
      ...(total !== undefined && { total }),
    })),
    ...others.map(([name, ask]) => ({ name, bar, ask })),
    ...growing.map(([name, ask]) => ({ name, ask })),
  ],
}
