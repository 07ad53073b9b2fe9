import { Check } from 'typebox/value'
import { type Caller, reachOf } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { scanProblems, scansAsSent } from './routes.scans.ts'
import { ScanFile } from './schema.file.ts'
import { findDevice } from './store.devices.ts'
import { takeScanFile } from './take-file.ts'

/**
 * Takes the file of a phone as its bytes, from a form. Returns how many scans it had; undefined for a file that is none of a
 * phone at whose events this caller may set up doors.
 */
export async function takeFileBytes(
  deps: Deps,
  bytes: Buffer,
  caller: Caller,
): Promise<number | undefined> {
  const file = parsed(bytes.toString('utf8'))
  if (!Check(ScanFile, file)) return undefined
  const problems = scanProblems({ scans: file.scans, sent_at: file.saved_at })
  const device = await findDevice(deps.db, file.device, reachOf(caller, 'keys.write'))
  if (Object.keys(problems).length > 0 || !device?.event_ids.includes(file.event)) return undefined
  try {
    const phone = { deviceId: device.id, eventId: file.event }
    const scans = await scansAsSent(deps, phone, file.scans)
    return (await takeScanFile(deps, { file, scans })).length
  } catch (error) {
    if (error instanceof AppError && error.code === 'door-file-not-valid') return undefined
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
