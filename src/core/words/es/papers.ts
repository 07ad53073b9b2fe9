import type { papers as english } from '../en/papers.ts'

export const papers: Readonly<Record<keyof typeof english, string>> = {
  'feed.events': 'Eventos',
  'feed.own': 'Mis eventos',
  'feed.noTicket': 'Ya sin entrada: {event}',
  'paper.titleOf': 'Entradas para {event}',
  'paper.titleOfOrder': 'Entradas del pedido {order}',
  'paper.untitled': 'Evento',
  'paper.organizer': 'Organizador',
  'paper.price': 'Precio',
  'paper.qrOf': 'Código QR de la entrada {ticket}',
  'paper.typed': 'Código, si no se puede leer la imagen',
  'paper.ticket': 'Entrada {id}',
  'paper.order': 'Pedido {id}',
  'paper.page': 'Página {page} de {pages}',
  'paper.fold': 'doblar por aquí',
}
