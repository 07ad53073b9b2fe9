import { Check } from 'typebox/value'
import { type Caller, reachOf } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { scanProblems, scansAsSent } from './routes.scans.ts'
import { ScanFile } from './schema.file.ts'
import { findDevice } from './store.devices.ts'
import { takeScanFile } from './take-file.ts'

/** Why a file is not taken: it is none of a phone at whose events the caller sets up doors, or its phone was revoked, or it begins too late. */
export type FileProblem = 'wrong' | 'revoked' | 'gap'

const problems: ReadonlyMap<string, FileProblem> = new Map([
  ['door-file-not-valid', 'wrong'],
  ['rest-event-not-found', 'wrong'],
  ['door-device-revoked', 'revoked'],
  ['door-scans-gap', 'gap'],
])

/** Takes the file of a phone as its bytes, from a form. Returns how many scans it had, or why it is not taken. */
export async function takeFileBytes(
  deps: Deps,
  bytes: Buffer,
  caller: Caller,
): Promise<number | FileProblem> {
  const file = parsed(bytes.toString('utf8'))
  if (!Check(ScanFile, file)) return 'wrong'
  const mistakes = scanProblems({ scans: file.scans, sent_at: file.saved_at })
  const device = await findDevice(deps.db, file.device, reachOf(caller, 'keys.write'))
  if (Object.keys(mistakes).length > 0 || !device?.event_ids.includes(file.event)) return 'wrong'
  try {
    const phone = { deviceId: device.id, eventId: file.event }
    const scans = await scansAsSent(deps, phone, file.scans)
    return (await takeScanFile(deps, { file, scans })).length
  } catch (error) {
    const problem = error instanceof AppError ? problems.get(error.code) : undefined
    if (problem === undefined) throw error
    return problem
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
