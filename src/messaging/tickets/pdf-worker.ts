// Draws tickets in a thread with a low priority.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Answered, Asked } from '../../platform/worker/lazy-worker.ts'
import { drawTickets } from './draw-tickets.ts'
import { hasGlyphs } from './fonts.ts'
import type { Printed, PrintJob } from './print-tickets.ts'
import { drawQrPng } from './qr-png.ts'
import { missingIn } from './text-runs.ts'
import type { TicketSheets } from './ticket-sheet.ts'

// On Linux this sets the priority of this thread only; elsewhere it would be the whole process's. It is not the lowest one, with
// which a mail waits for minutes where something else fills the processors.
if (process.platform === 'linux') setPriority(10)

const port = parentPort
if (!port) throw new Error('Tickets are drawn in a worker.')

port.on('message', ({ id, question }: Asked<PrintJob>) => {
  const tell = (message: Answered<Printed>) => port.postMessage(message, [])
  print(question).then(
    answer => tell({ id, answer }),
    (error: unknown) =>
      tell({ id, failed: error instanceof Error ? error.message : String(error) }),
  )
})

async function print(job: PrintJob): Promise<Printed> {
  if (job.kind === 'codes') return { files: job.texts.map(drawQrPng), missing: 0 }
  const { tickets, madeAt } = job
  return { files: [await drawTickets(tickets, madeAt)], missing: missingLetters(tickets) }
}

/** The number of letters printed as question marks. */
const missingLetters = ({ sheets }: TicketSheets): number =>
  sheets
    .flatMap(({ title, fields }) => [title, ...fields.map(({ text }) => text)])
    .reduce((sum, text) => sum + missingIn(text, hasGlyphs), 0)
