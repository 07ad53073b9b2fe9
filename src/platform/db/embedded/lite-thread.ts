import { newWorker } from '../../worker/new-worker.ts'
import type { Exchange } from './lite-wire.ts'
import type { Failure, FromWorker, ToWorker } from './lite-worker.ts'

/** The embedded database of a folder in a thread of its own. */
export type LiteThread = {
  /** Starts the thread when it is not running; after it died, the next connection starts it again. */
  connect(): Promise<Exchange>
  /** Copies the folder between two statements; requests wait meanwhile. */
  copyTo(folder: string): Promise<void>
  /** Closes the database and ends the thread. */
  close(): Promise<void>
}

/** The engine has no statement timeout, so the thread is ended when a statement takes longer than any of ours. */
const answerUsuallyMaxMs = 300_000

export function liteThread(folder: string, answerMaxMs = answerUsuallyMaxMs): LiteThread {
  let running: Promise<Running> | undefined
  const connect = async () => {
    running ??= startThread({ folder, answerMaxMs, whenDead: () => void (running = undefined) })
    return (await running).exchange
  }
  const copyTo = async (to: string) => {
    await connect()
    await (await running)?.copyTo(to)
  }
  return { connect, copyTo, close: async () => (await running)?.close() }
}

type Running = {
  exchange: Exchange
  copyTo(folder: string): Promise<void>
  close(): Promise<void>
}
type Start = { folder: string; answerMaxMs: number; whenDead: () => void }
type Waiter = { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void }

async function startThread({ folder, answerMaxMs, whenDead }: Start): Promise<Running> {
  const worker = newWorker(import.meta.url, 'lite-worker', { folder })
  const waiting: Waiter[] = []
  const copies = new Map<string, (problem: Error | undefined) => void>()
  let dead: Error | undefined

  function die(error: Error) {
    if (!dead) whenDead()
    dead ??= error
    for (const waiter of waiting.splice(0)) waiter.reject(dead)
    for (const end of copies.values()) end(dead)
    void worker.terminate()
  }

  async function nextAnswer(mostMs = answerMaxMs): Promise<Uint8Array> {
    if (dead) throw dead
    const timer = setTimeout(() => die(ended('a statement took too long')), mostMs)
    try {
      return await new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    } finally {
      clearTimeout(timer)
    }
  }

  function exchange(message: ToWorker) {
    worker.postMessage(message, [])
    return nextAnswer()
  }

  worker.on('error', die)
  worker.on('exit', () => die(ended('it stopped')))
  worker.on('message', (message: FromWorker) => {
    if (message instanceof Uint8Array) waiting.shift()?.resolve(message)
    else if (typeof message === 'string') waiting.shift()?.resolve(new Uint8Array(0))
    else if ('copied' in message) {
      const { copied, problem } = message
      copies.get(copied)?.(problem && asError(problem))
    } else die(asError(message))
  })
  // Opening is no statement: it may make the database, or go through its log.
  await nextAnswer(answerUsuallyMaxMs)
  const close = async () => {
    await exchange('close')
    await worker.terminate()
  }
  const copyTo = (to: string) =>
    new Promise<void>((resolve, reject) => {
      if (dead) throw dead
      copies.set(to, problem => {
        copies.delete(to)
        if (problem) reject(problem)
        else resolve()
      })
      worker.postMessage({ copyTo: to } satisfies ToWorker, [])
    })
  return { exchange, copyTo, close }
}

const asError = ({ failed, code }: Failure) => Object.assign(new Error(failed), { code })
const ended = (why: string) => new Error(`Connection terminated: the embedded database: ${why}.`)
