import { hashSecret } from '../../access/keys/rules.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { findDeviceBySecret } from './store.devices.ts'

/** The prefix that marks the secret of a paired phone among bearer tokens. */
export const devicePrefix = 'mqd_'

/**
 * The paired phone behind a bearer token; undefined for other tokens. Fails with `door-device-revoked` for a phone that was
 * revoked, so that it wipes what it keeps (contract.md 34.3).
 */
export async function recogniseDevice(
  { db }: Pick<Deps, 'db'>,
  token: string,
): Promise<Caller | undefined> {
  if (!token.startsWith(devicePrefix)) return undefined
  const device = await findDeviceBySecret(db, hashSecret(token))
  if (!device) return undefined
  if (device.revoked_at !== null) fail('door-device-revoked')
  return { kind: 'device', deviceId: device.id, eventIds: device.event_ids }
}
