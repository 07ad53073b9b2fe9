import { hashSecret } from '../../access/keys/rules.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { devicePrefix } from './lookup.ts'
import { type DeviceRow, usePairing } from './store.devices.ts'

/** Length of the secret of a phone, and of the token of a pairing, in bytes. */
export const secretBytes = 32

/** How long a token of a pairing works. */
export const pairingMinutes = 10

type PairingDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'attempts'>
type Pairing = { tokenHash: Buffer; version: string; address: string }

/**
 * Pairs a phone: its secret is told once and stored as a hash. Fails with `door-pairing-ended` for a token that was used, is
 * too old or never was.
 */
export async function pairDevice(
  { db, clock, random, attempts }: PairingDeps,
  { tokenHash, version, address }: Pairing,
): Promise<{ row: DeviceRow; secret: string }> {
  const secret = devicePrefix + random.token(secretBytes)
  const row = await usePairing(db, {
    pairingHash: tokenHash,
    secretHash: hashSecret(secret),
    version,
    now: clock.now(),
  })
  if (row) return { row, secret }
  attempts.wrong('token', { address })
  return fail('door-pairing-ended')
}
