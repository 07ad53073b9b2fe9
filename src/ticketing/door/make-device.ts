import { demandCredential } from '../../access/keys/lookup.ts'
import { hashSecret } from '../../access/keys/rules.ts'
import type { Actor } from '../../core/actor.ts'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../deps.ts'
import { pairingMinutes, secretBytes } from './pair-device.ts'
import { insertDevice, renewPairing } from './store.devices.ts'

type DoorDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'publicRoot'>
type NewDevice = {
  name: string
  events: readonly number[]
  gate: number | null
  profile: 'scan' | 'search'
  caller: Caller
  actor: Actor | undefined
}

/** A phone that waits to be paired, and the address that pairs it. */
export async function makeDevice(
  means: DoorDeps,
  { name, events, gate, profile, caller, actor }: NewDevice,
) {
  const pairing = newPairing(means)
  const row = await transaction(actingOn(means.db, actor), async tx => {
    // Under a lock: a password reset at the same time either ends this credential first or comes after it.
    await demandCredential(tx, caller)
    return insertDevice(tx, {
      name,
      event_ids: [...new Set(events)],
      gate_id: gate,
      profile,
      created_by: userIdOf(caller),
      ...pairing.columns,
    })
  })
  return { row, pairing: pairing.shown }
}

/** Another address for a phone that was not paired in time. Fails with `door-device-paired`. */
export async function renewDevice(means: DoorDeps, id: number, actor: Actor | undefined) {
  const { columns, shown } = newPairing(means)
  const row = await renewPairing(actingOn(means.db, actor), id, {
    pairingHash: columns.pairing_hash,
    endsAt: columns.pairing_ends_at,
  })
  return { row: row ?? fail('door-device-paired'), pairing: shown }
}

/** The token stands in the fragment of the address, which browsers send to nobody. */
function newPairing({ random, clock, publicRoot }: DoorDeps) {
  const token = random.token(secretBytes)
  const endsAt = new Date(clock.now().getTime() + pairingMinutes * 60_000)
  return {
    columns: { pairing_hash: hashSecret(token), pairing_ends_at: endsAt },
    shown: { token, url: `${publicRoot}/door#${token}`, expires_at: endsAt.toISOString() },
  }
}
