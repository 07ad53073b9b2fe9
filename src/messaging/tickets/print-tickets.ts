import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { createLazyWorker, type LazyWorker } from '../../platform/worker/lazy-worker.ts'
import { newWorker, withSmallYoungSpace } from '../../platform/worker/new-worker.ts'
import { createDrawnFiles } from './drawn-files.ts'
import {
  createPrintQueue,
  type Lane,
  mailLane,
  type PrintQueue,
  type Queued,
} from './print-queue.ts'
import type { Paper } from './paper.ts'
import type { EventPicture, TicketSheet, TicketSheets } from './ticket-sheet.ts'

/** Draws tickets in a thread, which starts with the first one and ends after a minute without work. */
export type TicketPrinter = {
  /**
   * A tagged PDF with one page a ticket, for a network or for a mail. What was drawn is kept while it shows the same. Fails
   * with `PrintRefused` when too many pages wait already.
   */
  printTickets(tickets: TicketSheets, lane: Lane): Promise<Buffer>
  /** Fails with `PrintRefused` when so many pages of this network would be refused: asked before they are read. */
  demandRoom(lane: Lane, pages: number): void
  /** QR codes of these texts as PNG, for mails. */
  drawCodes(texts: readonly string[]): Promise<Buffer[]>
  /** A tagged PDF of labelled amounts, for staff; it takes its turn among the mails. */
  printPaper(paper: Paper): Promise<Buffer>
  close(): Promise<void>
}

/** `lane`: this network wants too much at once. `all`: too many networks do. */
export class PrintRefused extends Error {
  readonly why: 'lane' | 'all'
  constructor(why: 'lane' | 'all') {
    super('Too many pages wait to be drawn.')
    this.why = why
  }
}

/** One step of the thread's work. A document is opened, gets its sheets one by one, and is finished. */
export type PrintStep =
  | {
      kind: 'open'
      doc: number
      madeAt: Date
      title: string
      lang: string
      pictures: readonly EventPicture[]
      layout?: TicketSheets['layout']
    }
  | { kind: 'sheet'; doc: number; sheet: TicketSheet }
  | { kind: 'finish'; doc: number }
  | { kind: 'codes'; texts: readonly string[] }
  | { kind: 'paper'; doc: number; paper: Paper; madeAt: Date }

/** `missing` counts letters that no font has. `lost`: the thread does not know the document, because it was started anew. */
export type Printed = { files: Uint8Array[]; missing: readonly string[]; lost?: boolean }

/** Pages that may wait for one network, and for all together. A page takes about 20 ms. */
const limits = { pagesOfLane: 400, pagesInAll: 2000 }
const keptBytes = 16 * 1024 * 1024
/** How often a file is begun again because the thread ended while another one was drawn. */
const beginningsMost = 3
/** A step is one page: what takes longer than this hangs. */
const stepMostMs = 15_000

type Job = Queued & {
  readonly pages: number
  /** Its work, as steps of this document. */
  readonly steps: {
    readonly count: number
    at(index: number, doc: number): PrintStep | Promise<PrintStep>
  }
  doc: number
  at: number
  beginnings: number
  missing: string[]
  resolve(files: Buffer[]): void
  reject(error: Error): void
  readonly files: Promise<Buffer[]>
}

type PrinterDeps = { clock: Clock; log: Logger; worker?: LazyWorker<PrintStep, Printed> }

export function createTicketPrinter(deps: PrinterDeps): TicketPrinter {
  const { clock, worker = newPrinter() } = deps
  const queue = createPrintQueue<Job>(limits)
  const drawn = createDrawnFiles(keptBytes)
  const inWork = new Map<string, Job>()
  const start = createPress({ ...deps, worker }, queue)

  function demandRoom(lane: Lane, pages: number) {
    const why = queue.refusalFor(lane, pages)
    if (why) throw new PrintRefused(why)
  }

  async function draw(tickets: TicketSheets, key: string, lane: Lane): Promise<Buffer> {
    const pages = tickets.sheets.length
    demandRoom(lane, pages)
    const job = start(lane, { pages, steps: stepsOf(tickets, clock.now()) })
    inWork.set(key, job)
    const [file] = await job.files.finally(() => inWork.delete(key))
    if (!file) throw new Error('The thread returned no file.')
    drawn.keep(key, file)
    return file
  }

  return {
    demandRoom,
    printTickets: async (tickets, lane) => {
      // A picture is known by its number: another picture has another one.
      const { readPictures: _readPictures, ...shown } = tickets
      const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64')
      const cached = drawn.find(key)
      if (cached) return cached
      const same = inWork.get(key)
      if (!same) return draw(tickets, key, lane)
      queue.add(same, lane)
      const [file = Buffer.alloc(0)] = await same.files
      return file
    },
    drawCodes: texts => {
      const steps = { count: 1, at: () => ({ kind: 'codes', texts }) as const }
      return start(mailLane, { pages: 1, steps }).files
    },
    printPaper: async paper => {
      const step = { kind: 'paper', paper, madeAt: clock.now() } as const
      const steps = { count: 1, at: (_: number, doc: number) => ({ ...step, doc }) }
      const [file] = await start(mailLane, { pages: 1, steps }).files
      if (!file) throw new Error('The thread returned no file.')
      return file
    },
    close: () => worker.close(),
  }
}

type Press = { worker: LazyWorker<PrintStep, Printed>; log: Logger }

/** Gives the thread the steps of waiting files in turns. Returns what begins a file for those of a lane. */
function createPress({ worker, log }: Press, queue: PrintQueue<Job>) {
  let isWorking = false
  let lastDoc = 0

  function begin(job: Job) {
    lastDoc += 1
    Object.assign(job, { doc: lastDoc, at: 0, pagesLeft: job.pages, missing: [] })
    job.beginnings += 1
  }

  function settle(job: Job, outcome: Buffer[] | Error) {
    queue.remove(job)
    if (outcome instanceof Error) return job.reject(outcome)
    if (job.missing.length > 0) {
      const scripts = [...new Set(job.missing)]
      log.warn(
        { scripts },
        'letters of tickets are in no font: printed as "?" (see `marquee doctor`)',
      )
    }
    return job.resolve(outcome)
  }

  /** One step of one file. Whatever happens to it happens to this file alone. */
  async function step(job: Job) {
    const next = await job.steps.at(job.at, job.doc)
    const { files, missing, lost } = await worker.ask(next)
    if (lost && job.beginnings < beginningsMost) return begin(job)
    if (lost) throw new Error('The thread that draws tickets stopped again and again.')
    job.missing.push(...missing)
    job.at += 1
    if (next.kind === 'sheet') job.pagesLeft -= 1
    if (job.at === job.steps.count)
      settle(
        job,
        files.map(file => Buffer.from(file)),
      )
  }

  /** Steps go to the thread one at a time, so that a step that hangs ends no other file. */
  async function work() {
    if (isWorking) return
    isWorking = true
    for (let job = queue.next(); job; job = queue.next()) {
      const current = job
      await step(current).catch((error: unknown) =>
        settle(current, error instanceof Error ? error : new Error(String(error))),
      )
    }
    isWorking = false
  }

  return (lane: Lane, { pages, steps }: Pick<Job, 'pages' | 'steps'>): Job => {
    const settlers: Pick<Job, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} }
    const files = new Promise<Buffer[]>((resolve, reject) => {
      Object.assign(settlers, { resolve, reject })
    })
    const fresh = { doc: 0, at: 0, pagesLeft: pages, beginnings: 0, missing: [] }
    const job: Job = { pages, steps, files, lanes: new Set(), ...fresh, ...settlers }
    begin(job)
    queue.add(job, lane)
    void work()
    return job
  }
}

function stepsOf(
  { sheets, readPictures = async () => [], ...about }: TicketSheets,
  madeAt: Date,
): Job['steps'] {
  const open = async (doc: number): Promise<PrintStep> => ({
    kind: 'open',
    doc,
    ...about,
    madeAt,
    pictures: await readPictures(),
  })
  return {
    count: sheets.length + 2,
    at: (index, doc) => {
      if (index === 0) return open(doc)
      const sheet = sheets[index - 1]
      return sheet ? { kind: 'sheet', doc, sheet } : { kind: 'finish', doc }
    },
  }
}

const newPrinter = () =>
  createLazyWorker<PrintStep, Printed>({
    start: () => withSmallYoungSpace(() => newWorker(import.meta.url, 'pdf-worker', undefined)),
    answerMaxMs: stepMostMs,
  })
