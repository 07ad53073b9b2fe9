import { openTickets } from '../../src/messaging/tickets/draw-tickets.ts'
import type { TicketSheets } from '../../src/messaging/tickets/ticket-sheet.ts'

/** The tickets as one PDF, drawn at once and in this thread. */
export async function drawTickets(
  { sheets, ...about }: TicketSheets,
  madeAt: Date,
): Promise<Buffer> {
  const document = openTickets(about, madeAt)
  for (const sheet of sheets) document.draw(sheet)
  return document.finish()
}
