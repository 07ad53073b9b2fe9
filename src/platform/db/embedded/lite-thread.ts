import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Exchange } from './lite-wire.ts'
import type { FromWorker, ToWorker } from './lite-worker.ts'

/** The embedded database of a folder in a thread of its own. */
export type LiteThread = {
  /** Starts the thread when it does not run; after it died, the next connection starts it again. */
  connect(): Promise<Exchange>
  /** Ends the database in order, and the thread. */
  close(): Promise<void>
}

/** The engine has no statement timeout: what takes longer than anything of ours does ends the thread. */
const answerUsuallyMaxMs = 300_000

export function liteThread(folder: string, answerMaxMs = answerUsuallyMaxMs): LiteThread {
  let running: Promise<Running> | undefined
  const connect = async () => {
    running ??= startThread({ folder, answerMaxMs, whenDead: () => void (running = undefined) })
    return (await running).exchange
  }
  return { connect, close: async () => (await running)?.close() }
}

type Running = { exchange: Exchange; close(): Promise<void> }
type Start = { folder: string; answerMaxMs: number; whenDead: () => void }
type Waiter = { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void }

async function startThread({ folder, answerMaxMs, whenDead }: Start): Promise<Running> {
  const worker = newWorker(folder)
  const waiting: Waiter[] = []
  let dead: Error | undefined

  function die(error: Error) {
    if (!dead) whenDead()
    dead ??= error
    for (const waiter of waiting.splice(0)) waiter.reject(dead)
    void worker.terminate()
  }

  async function nextAnswer(): Promise<Uint8Array> {
    if (dead) throw dead
    const timer = setTimeout(() => die(ended('a statement took too long')), answerMaxMs)
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
    else die(Object.assign(new Error(message.failed), { code: message.code }))
  })
  await nextAnswer()
  const close = async () => {
    await exchange('close')
    await worker.terminate()
  }
  return { exchange, close }
}

const ended = (why: string) => new Error(`Connection terminated: the embedded database: ${why}.`)

/** Run from source (tsx, vitest), the thread needs tsx for itself; run from `dist/`, it is JavaScript. */
function newWorker(folder: string): Worker {
  const workerData = { folder }
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./lite-worker.js', import.meta.url), { workerData })
  }
  const script = new URL('./lite-worker.ts', import.meta.url).href
  const tsxForRequire = createRequire(import.meta.url).resolve('tsx/esm/api')
  const tsx = pathToFileURL(tsxForRequire.replace(/cjs$/, 'mjs')).href
  const start = `import('${tsx}').then(({ register }) => { register(); return import('${script}') })`
  return new Worker(start, { workerData, eval: true, execArgv: [] })
}
