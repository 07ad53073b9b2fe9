import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { createLazyWorker } from '../../platform/worker/lazy-worker.ts'
import { newWorker, withSmallYoungSpace } from '../../platform/worker/new-worker.ts'
import type { TicketSheets } from './ticket-sheet.ts'

/** Draws tickets in a thread, which starts with the first one and ends after a minute without work. */
export type TicketPrinter = {
  /** A tagged PDF with one page a ticket. Fails with `WorkerBusy` when too many requests wait. */
  printTickets(tickets: TicketSheets): Promise<Buffer>
  /** QR codes of these texts as PNG. Fails in the same way. */
  drawCodes(texts: readonly string[]): Promise<Buffer[]>
  close(): Promise<void>
}

export type PrintJob =
  | { kind: 'tickets'; tickets: TicketSheets; madeAt: Date }
  | { kind: 'codes'; texts: readonly string[] }

/** A PDF, or a picture for each code; `missing` counts letters that no font has. */
export type Printed = { files: Uint8Array[]; missing: number }

export function createTicketPrinter({ clock, log }: { clock: Clock; log: Logger }): TicketPrinter {
  const worker = createLazyWorker<PrintJob, Printed>({
    start: () => withSmallYoungSpace(() => newWorker(import.meta.url, 'pdf-worker', undefined)),
  })
  return {
    printTickets: async tickets => {
      const { files, missing } = await worker.ask({ kind: 'tickets', tickets, madeAt: clock.now() })
      if (missing > 0) log.warn({ missing }, 'letters of tickets are in no font: printed as "?"')
      return Buffer.concat(files)
    },
    drawCodes: async texts => {
      const { files } = await worker.ask({ kind: 'codes', texts })
      return files.map(file => Buffer.from(file))
    },
    close: () => worker.close(),
  }
}
