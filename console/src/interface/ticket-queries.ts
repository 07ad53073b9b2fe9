import { queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** The fees that a ticket has, and those that can be selected for it. */
export const ticketFeesQuery = (id: number) =>
  queryOptions({
    queryKey: ['fees', 'of ticket', id],
    queryFn: ({ signal }) => marquee.listTicketFees({ ticket_id: id }, { signal }),
  })
