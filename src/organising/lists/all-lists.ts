import { attendeesList } from './attendees-list.ts'
import { eventsList } from './events-list.ts'
import type { List } from './list.ts'
import { ordersList } from './orders-list.ts'
import { booksList, paymentsList } from './payments-list.ts'

/** Every list that has an address; another one joins here. */
export const allLists: readonly List[] = [
  ordersList,
  attendeesList,
  eventsList,
  paymentsList,
  booksList,
]
