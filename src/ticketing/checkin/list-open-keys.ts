import type { Deps } from '../deps.ts'
import { listOpenKeysOf } from './store.ts'
import { scannerKeyView } from './view.ts'

/** The scanner keys a person made that are still valid, each with the request that ends it. */
export async function openScannerKeysOf(
  { db, clock, restRoot }: Pick<Deps, 'db' | 'clock' | 'restRoot'>,
  userId: number,
) {
  const keys = await listOpenKeysOf(db, userId, clock.now())
  const address = `${restRoot('tickets')}/scanner-keys`
  return keys.map(key => ({ ...scannerKeyView(key), end_with: `DELETE ${address}/${key.id}` }))
}
