import type { ShownTicket } from '../../shop/orders/record/shown-tickets.ts'

/**
 * The tickets that a page shows, as its form carries them: `12x2@30.00 13x1@0.00`, with `-` behind the number of guests who
 * decline (contract.md 26.5).
 */
export const shownText = (tickets: readonly ShownTicket[]): string =>
  tickets
    .map(({ ticketId, quantity, price = '', going }) => {
      return `${ticketId}x${quantity}${going === false ? '-' : ''}@${price}`
    })
    .join(' ')

const row = /^(\d{1,15})x(\d{1,9})(-?)@(\d{1,12}(?:\.\d{1,3})?)$/

/** The tickets of a sent form; none when it was not made by us. */
export const shownTickets = (text: string): ShownTicket[] =>
  text.split(' ', 200).flatMap(part => {
    const [, ticketId, quantity, declines, price] = row.exec(part) ?? []
    if (ticketId === undefined) return []
    const going = declines === '-' ? { going: false } : {}
    return [{ ticketId: Number(ticketId), quantity: Number(quantity), price, ...going }]
  })

/** The same tickets without their prices. */
export const unpriced = (tickets: readonly ShownTicket[]): ShownTicket[] =>
  tickets.map(ticket => ({ ...ticket, price: undefined }))
