import type { papers as english } from '../en/papers.ts'

export const papers: Readonly<Record<keyof typeof english, string>> = {
  'feed.events': 'Arrangementer',
  'feed.own': 'Mine arrangementer',
  'feed.noTicket': 'Ingen billett lenger: {event}',
  'paper.titleOf': 'Billetter til {event}',
  'paper.titleOfOrder': 'Billettene i bestilling {order}',
  'paper.untitled': 'Arrangement',
  'paper.organizer': 'Arrangør',
  'paper.price': 'Pris',
  'paper.qrOf': 'QR-koden til billett {ticket}',
  'paper.typed': 'Kode, hvis bildet ikke kan leses',
  'paper.ticket': 'Billett {id}',
  'paper.order': 'Bestilling {id}',
  'paper.page': 'Side {page} av {pages}',
  'paper.fold': 'brettes her',
}
