import type { papers as english } from '../en/papers.ts'

export const papers: Readonly<Record<keyof typeof english, string>> = {
  'feed.events': 'Événements',
  'feed.own': 'Mes événements',
  'feed.noTicket': 'Plus de billet : {event}',
  'paper.titleOf': 'Billets pour {event}',
  'paper.titleOfOrder': 'Billets de la commande {order}',
  'paper.untitled': 'Événement',
  'paper.organizer': 'Organisateur',
  'paper.price': 'Prix',
  'paper.qrOf': 'Code QR du billet {ticket}',
  'paper.typed': 'Code, si l’image ne peut pas être lue',
  'paper.ticket': 'Billet {id}',
  'paper.order': 'Commande {id}',
  'paper.page': 'Page {page} sur {pages}',
  'paper.fold': 'plier ici',
}
