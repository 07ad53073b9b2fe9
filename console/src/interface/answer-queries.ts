import { queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** What an order and its places are asked, with the answers. */
export const orderAnswersQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id, 'answers'],
    queryFn: ({ signal }) => marquee.listOrderAnswers({ id }, { signal }),
  })

/** The same of one attendee. */
export const attendeeAnswersQuery = (id: number) =>
  queryOptions({
    queryKey: ['attendees', id, 'answers'],
    queryFn: ({ signal }) => marquee.listAttendeeAnswers({ id }, { signal }),
  })
