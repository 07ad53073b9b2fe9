/** Sentences of printed tickets, calendars and feeds. */
export const papers = {
  'feed.events': 'Events',
  'feed.own': 'My events',
  'feed.noTicket': 'No ticket any more: {event}',
  'paper.titleOf': 'Tickets for {event}',
  'paper.titleOfOrder': 'Tickets for order {order}',
  'paper.untitled': 'Event',
  'paper.organizer': 'Organiser',
  'paper.price': 'Price',
  'paper.qrOf': 'QR code of ticket {ticket}',
  'paper.typed': 'Code, if the picture cannot be read',
  'paper.ticket': 'Ticket {id}',
  'paper.order': 'Order {id}',
  'paper.page': 'Page {page} of {pages}',
  'paper.fold': 'fold here',
} as const
