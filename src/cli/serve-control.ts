import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import readline from 'node:readline'
import type { App } from '../app.ts'
import type { LiteFolder } from '../platform/db/embedded/lite-folder.ts'
import {
  type ControlAnswer,
  controlAddress,
  type ControlRequest,
  type Say,
} from './control-socket.ts'
import { DoneWithLosses } from './command-refused.ts'
import { fullDisk } from './full-disk.ts'
import { listJobs, retryJobs } from './jobs.ts'

export type ControlContext = { dataDir: string; folder: Promise<LiteFolder>; app: App }

/**
 * Listens for commands that only the process with the embedded database can do. The data folder is locked by this
 * process, so an existing socket is left over from another run and is removed. Returns a function that stops
 * listening.
 */
export function serveControl(context: ControlContext): () => void {
  const address = controlAddress(context.dataDir)
  if (address === undefined) return () => {}
  rmSync(address, { force: true })
  const server = net.createServer(socket => {
    socket.on('error', () => socket.destroy())
    const answer = (line: ControlAnswer) => socket.write(`${JSON.stringify(line)}\n`)
    const finish = async (line: string) => {
      answer(await answered(line, context, answer))
      socket.end()
    }
    readline.createInterface({ input: socket }).once('line', line => void finish(line))
  })
  server.on('error', () => {})
  server.listen(address, () => {
    chmodSync(address, 0o600)
    server.unref()
  })
  return () => server.close()
}

type Answer = (line: ControlAnswer) => void

async function answered(
  line: string,
  context: ControlContext,
  answer: Answer,
): Promise<ControlAnswer> {
  try {
    await perform(JSON.parse(line) as ControlRequest, context, text => answer({ say: text }))
    return { done: true }
  } catch (error) {
    if (error instanceof DoneWithLosses) return { done: true, losses: error.losses }
    return { failed: sentence(error) }
  }
}

/** Commands load their code when they run, so a build in the folder of a running service takes it away. */
function sentence(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const isGone = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
  return isGone
    ? 'The program was built anew while the service runs; restart the service.'
    : (fullDisk(error) ?? error.message)
}

async function perform(request: ControlRequest, context: ControlContext, say: Say) {
  const { app } = context
  const { db, config } = app.deps
  switch (request.do) {
    case 'copy':
      return copy(request.to, context)
    case 'seed':
      return (await import('./seed.ts')).seedInto(app, say, request)
    case 'list-jobs':
      return listJobs(db, say)
    case 'retry-jobs':
      return retryJobs(db, request.ids, say)
    case 'erase-person': {
      const { erasePerson } = await import('./person.ts')
      return say(JSON.stringify(await erasePerson(db, request.email), null, 1))
    }
    case 'account':
      return (await import('./accounts.ts')).changeAccounts({ db, config }, request.change, say)
    case 'mail':
      return (await import('./mail.ts')).runMail(app.deps, request.command, say)
    case 'reconcile':
      return (await import('./reconcile.ts')).reconcileNow(app.deps, say)
    case 'audit-providers':
      return (await import('./audit.ts')).auditProvidersNow(app.deps, request.days, say)
    case 'import-attendees':
      return (await import('./import-attendees.ts')).runAttendeeImport(app.deps, request.list, say)
    case 'reprice':
      return (await import('./reprice.ts')).reprice(db, request.change, say)
  }
}

/** Copies are made only inside the data folder, because a copy contains every secret. */
async function copy(to: string, { dataDir, folder }: ControlContext) {
  const inside = path.relative(path.resolve(dataDir), path.resolve(to))
  if (inside.startsWith('..') || path.isAbsolute(inside)) throw new Error('Not in the data folder.')
  await (await folder).thread.copyTo(to)
}
