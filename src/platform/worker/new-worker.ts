import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
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
