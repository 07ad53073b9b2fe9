import { fail } from '../../core/errors.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import { WorkerTooSlow } from '../../platform/worker/lazy-worker.ts'
import type { Deps } from '../deps.ts'
import type { Paper } from './paper.ts'
import { PrintRefused } from './print-tickets.ts'
import type { TicketSheets } from './ticket-sheet.ts'

type Printing = Pick<Deps, 'printer' | 'log'>

/**
 * Reads or draws for a network, which is refused while too many pages wait. Whoever floods is told so (429); others only when
 * everybody's pages together are too many (503).
 */
export async function inTurn<Result>(
  { printer, log }: Printing,
  address: string,
  work: (lane: string) => Promise<Result>,
): Promise<Result> {
  const lane = networkOf(address)
  try {
    printer.demandRoom(lane, 1)
    return await work(lane)
  } catch (error) {
    // A page that hung is drawn by a new thread when it is asked for again.
    if (error instanceof WorkerTooSlow) {
      log.error({ err: error }, 'a page of tickets took too long to draw')
      return waitFor(busySeconds)
    }
    if (!(error instanceof PrintRefused)) throw error
    if (error.why === 'all') return waitFor(busySeconds)
    return fail('rest_too_many_requests', { retryAfterSeconds: floodSeconds })
  }
}

const floodSeconds = 10
const busySeconds = 15

const waitFor = (retryAfterSeconds: number) =>
  fail('rest_unavailable', {
    message: 'Many tickets are being drawn just now. Ask for these again in a moment.',
    retryAfterSeconds,
    // Whoever floods must not fill the log of errors.
    isUsual: true,
  })

/** So long an answer waits for its PDF. It is drawn all the same, and kept for the next who asks. */
const answerMostMs = 25_000

const tooLong = () =>
  new Promise<never>((_, reject) => {
    const refuse = () => reject(new PrintRefused('all'))
    setTimeout(refuse, answerMostMs).unref()
  })

/** Draws tickets in the turn of a network, or tells it to ask again when that takes long. */
export const printInTime = (
  deps: Printing,
  tickets: TicketSheets,
  address: string,
): Promise<Buffer> =>
  inTurn(deps, address, lane => Promise.race([deps.printer.printTickets(tickets, lane), tooLong()]))

/** Draws a paper for staff, or tells them to ask again when that takes long. */
export const paperInTime = (deps: Printing, paper: Paper, address: string): Promise<Buffer> =>
  inTurn(deps, address, () => Promise.race([deps.printer.printPaper(paper), tooLong()]))
