import type { papers as english } from '../en/papers.ts'

export const papers: Readonly<Record<keyof typeof english, string>> = {
  'feed.events': 'Veranstaltungen',
  'feed.own': 'Meine Veranstaltungen',
  'feed.noTicket': 'Kein Ticket mehr: {event}',
  'paper.titleOf': 'Tickets für {event}',
  'paper.titleOfOrder': 'Tickets der Bestellung {order}',
  'paper.untitled': 'Veranstaltung',
  'paper.organizer': 'Veranstalter',
  'paper.price': 'Preis',
  'paper.qrOf': 'QR-Code des Tickets {ticket}',
  'paper.typed': 'Code, falls das Bild nicht gelesen werden kann',
  'paper.ticket': 'Ticket {id}',
  'paper.order': 'Bestellung {id}',
  'paper.page': 'Seite {page} von {pages}',
  'paper.fold': 'hier falten',
}
