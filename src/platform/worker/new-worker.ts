import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * A thread that runs the module `name` beside the one at the address `here`. Run from source (tsx, vitest), the thread needs
 * tsx for itself; run from `dist/`, it is JavaScript.
 */
export function newWorker(here: string, name: string, workerData: unknown): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), { workerData })
  const script = new URL(`./${name}.ts`, here).href
  const tsxForRequire = createRequire(here).resolve('tsx/esm/api')
  const tsx = pathToFileURL(tsxForRequire.replace(/cjs$/, 'mjs')).href
  const start = `import('${tsx}').then(({ register }) => { register(); return import('${script}') })`
  return new Worker(start, { workerData, eval: true, execArgv: [] })
}
