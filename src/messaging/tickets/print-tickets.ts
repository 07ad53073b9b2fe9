import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { createLazyWorker } from '../../platform/worker/lazy-worker.ts'
import { newWorker } from '../../platform/worker/new-worker.ts'
import type { TicketSheets } from './ticket-sheet.ts'

/** Makes PDFs of tickets in a thread of its own, which starts with the first and ends after a minute without work. */
export type TicketPrinter = {
  /** A tagged PDF with one page a ticket. Fails with `WorkerBusy` when too many wait. */
  printTickets(tickets: TicketSheets): Promise<Buffer>
  close(): Promise<void>
}

export type PrintJob = { tickets: TicketSheets; madeAt: Date }

/** `missing` letters are in no font that there is. */
export type PrintedTickets = { pdf: Uint8Array; missing: number }

export function createTicketPrinter({ clock, log }: { clock: Clock; log: Logger }): TicketPrinter {
  const worker = createLazyWorker<PrintJob, PrintedTickets>({
    start: () => newWorker(import.meta.url, 'pdf-worker', undefined),
  })
  return {
    printTickets: async tickets => {
      const { pdf, missing } = await worker.ask({ tickets, madeAt: clock.now() })
      if (missing > 0) log.warn({ missing }, 'letters of tickets are in no font: printed as "?"')
      return Buffer.from(pdf)
    },
    close: () => worker.close(),
  }
}
