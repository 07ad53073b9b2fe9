import type { Deps } from '../deps.ts'
import { listOpenKeysOf } from './store.ts'
import { scannerKeyView } from './view.ts'

/** The keys that a person made and that still open a door, with the request that ends each. */
export async function openScannerKeysOf(
  { db, clock, restRoot }: Pick<Deps, 'db' | 'clock' | 'restRoot'>,
  userId: number,
) {
  const keys = await listOpenKeysOf(db, userId, clock.now())
  const address = `${restRoot('tickets')}/scanner-keys`
  return keys.map(key => ({ ...scannerKeyView(key), end_with: `DELETE ${address}/${key.id}` }))
}
