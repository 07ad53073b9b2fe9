import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { createLazyWorker } from '../../platform/worker/lazy-worker.ts'
import { newWorker } from '../../platform/worker/new-worker.ts'
import type { TicketSheets } from './ticket-sheet.ts'

/** Makes PDFs of tickets in a thread, which starts with the first one and ends after a minute without work. */
export type TicketPrinter = {
  /** A tagged PDF with one page a ticket. Fails with `WorkerBusy` when too many requests wait. */
  printTickets(tickets: TicketSheets): Promise<Buffer>
  close(): Promise<void>
}

export type PrintJob = { tickets: TicketSheets; madeAt: Date }

/** `missing` counts letters that no font has. */
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
