import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'

/**
 * Starts a thread with the module `name` in the folder of `here`. When run from source (tsx, vitest) the thread needs
 * tsx itself; from `dist/` it is JavaScript.
 */
export function newWorker(here: string, name: string, workerData: unknown): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), { workerData })
  const script = new URL(`./${name}.ts`, here).href
  const tsxForRequire = createRequire(here).resolve('tsx/esm/api')
  const tsx = pathToFileURL(tsxForRequire.replace(/cjs$/, 'mjs')).href
  const start = `import('${tsx}').then(({ register }) => { register(); return import('${script}') })`
  return new Worker(start, { workerData, eval: true, execArgv: [] })
}

/** The option of the command line for the space of new objects, which node applies to every thread. */
const semiSpace = process.execArgv.find(option => option.startsWith('--max-semi-space-size='))

/**
 * Starts a thread whose young objects take little memory. The option of the command line, which is for the main thread, would
 * give the thread 64 MiB, and goes before `resourceLimits`; so it is another one until the thread has its heap
 * (docs/decisions/0054-memory-of-a-process.md).
 */
export function withSmallYoungSpace(start: () => Worker): Worker {
  if (semiSpace === undefined) return start()
  v8.setFlagsFromString(`--max-semi-space-size=${smallMiB}`)
  const worker = start()
  const restore = () => v8.setFlagsFromString(semiSpace)
  return worker.once('online', restore).once('exit', restore)
}

const smallMiB = 16
