import type { Worker } from 'node:worker_threads'

/** A worker thread that answers requests in order. */
export type LazyWorker<Question, Answer> = {
  /** Fails when the work fails, with `WorkerTooSlow` when it takes too long, and with `WorkerBusy` when too many requests wait. */
  ask(question: Question): Promise<Answer>
  /** Ends the thread for good; waiting requests fail, and later ones. */
  close(): Promise<void>
}

export class WorkerBusy extends Error {}

/** The work took longer than it may, so its thread was ended. */
export class WorkerTooSlow extends Error {
  constructor() {
    super('The work of a thread took too long.')
  }
}

/** The types of the messages to and from the thread. */
export type WorkerQuestion<Question> = { id: number; question: Question }
export type WorkerAnswer<Answer> = { id: number } & ({ answer: Answer } | { failed: string })

type Options = {
  start: () => Worker
  /** Milliseconds without work after which the thread ends and its memory is freed. */
  idleMs?: number
  /** Milliseconds that one request may take; after that the thread is ended, and started again for the next. */
  answerMaxMs?: number
  /** Milliseconds more for the first request of a thread: on a busy machine it is loaded for longer than any work takes. */
  startMaxMs?: number
  /** The number of requests that may wait. */
  waitingMost?: number
}

const stopping = 'The service stops.'

type Waiter<Answer> = {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/** Requests that wait for their answers. */
function openWaiting<Answer>() {
  const waiting = new Map<number, Waiter<Answer>>()
  return {
    size: () => waiting.size,
    add: (id: number) =>
      new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject })),
    settle(message: WorkerAnswer<Answer>) {
      const waiter = waiting.get(message.id)
      waiting.delete(message.id)
      if ('failed' in message) waiter?.reject(new Error(message.failed))
      else waiter?.resolve(message.answer)
    },
    fail(why: string | Error) {
      for (const { reject } of waiting.values()) reject(why instanceof Error ? why : new Error(why))
      waiting.clear()
    },
  }
}

/** A thread that starts with the first request and ends after a while without any. */
export function createLazyWorker<Question, Answer>({
  start,
  idleMs = 60_000,
  answerMaxMs = 30_000,
  startMaxMs = 60_000,
  waitingMost = 100,
}: Options): LazyWorker<Question, Answer> {
  const waiting = openWaiting<Answer>()
  let worker: Worker | undefined
  let isLoaded = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let last = 0

  function end(why: string | Error) {
    clearTimeout(timer)
    const ended = worker
    worker = undefined
    waiting.fail(why)
    return ended?.terminate()
  }

  /** One timer for both limits: the duration of a request, and the time without requests. */
  function watch() {
    clearTimeout(timer)
    const isBusy = waiting.size() > 0
    const why = isBusy ? new WorkerTooSlow() : 'The thread is not needed.'
    const busyMs = answerMaxMs + (isLoaded ? 0 : startMaxMs)
    timer = setTimeout(() => void end(why), isBusy ? busyMs : idleMs).unref()
    worker?.[isBusy ? 'ref' : 'unref']()
  }

  function started(): Worker {
    if (worker) return worker
    const fresh = start()
    isLoaded = false
    fresh.on('message', (message: WorkerAnswer<Answer>) => {
      if (worker === fresh) isLoaded = true
      waiting.settle(message)
      watch()
    })
    const die = (why: string) => void (worker === fresh && end(why))
    fresh.on('error', error => die(error.message))
    fresh.on('exit', () => die('The thread stopped.'))
    worker = fresh
    return fresh
  }

  return {
    ask(question) {
      if (isClosed) return Promise.reject(new Error(stopping))
      if (waiting.size() >= waitingMost) return Promise.reject(new WorkerBusy())
      const thread = started()
      last += 1
      const answer = waiting.add(last)
      thread.postMessage({ id: last, question } satisfies WorkerQuestion<Question>, [])
      watch()
      return answer
    },
    async close() {
      isClosed = true
      await end(stopping)
    },
  }
}
