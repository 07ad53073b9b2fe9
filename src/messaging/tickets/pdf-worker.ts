// Draws tickets in a thread with a low priority.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerQuestion } from '../../platform/worker/lazy-worker.ts'
import { drawPaper } from './draw-paper.ts'
import { type OpenTickets, openTickets } from './draw-tickets.ts'
import { hasGlyphs } from './fonts.ts'
import type { Paper } from './paper.ts'
import type { Printed, PrintStep } from './print-tickets.ts'
import { drawQrPng } from './qr-png.ts'
import { missingIn } from './text-runs.ts'
import type { TicketSheet } from './ticket-sheet.ts'

// On Linux this sets the priority of this thread only; elsewhere it would be the whole process's. It is not the lowest one, with
// which a mail waits for minutes where something else fills the processors.
if (process.platform === 'linux') setPriority(10)

const port = parentPort
if (!port) throw new Error('Tickets are drawn in a worker.')

port.on('message', ({ id, question }: WorkerQuestion<PrintStep>) => {
  const tell = (message: WorkerAnswer<Printed>) => port.postMessage(message, [])
  print(question).then(
    answer => tell({ id, answer }),
    (error: unknown) =>
      tell({ id, failed: error instanceof Error ? error.message : String(error) }),
  )
})

/** Documents that were opened and not finished. */
const open = new Map<number, OpenTickets>()

async function print(step: PrintStep): Promise<Printed> {
  if (step.kind === 'codes') return { files: step.texts.map(drawQrPng), missing: [] }
  if (step.kind === 'paper') {
    const file = await drawPaper(step.paper, step.madeAt)
    return { files: [file], missing: missingOfPaper(step.paper) }
  }
  if (step.kind === 'open') {
    open.set(step.doc, openTickets(step, step.madeAt))
    return { files: [], missing: [] }
  }
  const document = open.get(step.doc)
  if (!document) return { files: [], missing: [], lost: true }
  // A step that fails is the end of its document.
  open.delete(step.doc)
  if (step.kind === 'finish') return { files: [await document.finish()], missing: [] }
  document.draw(step.sheet)
  open.set(step.doc, document)
  return { files: [], missing: missingLetters(step.sheet) }
}

/** The scripts of letters that are printed as question marks. */
const missingLetters = ({ title, fields }: TicketSheet): string[] =>
  [title, ...fields.map(({ text }) => text)].flatMap(text => missingIn(text, hasGlyphs))

const missingOfPaper = ({ heading, parts }: Paper): string[] =>
  [
    heading,
    ...parts.flatMap(({ rows, notes = [] }) => [...rows.map(({ label }) => label), ...notes]),
  ].flatMap(text => missingIn(text, hasGlyphs))
