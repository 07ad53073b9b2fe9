import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'

type Settings = Pick<Deps, 'siteSettings' | 'settingsRead'>

/** Whether the desk takes cash. Read before a transaction is open, because it may ask the database (contract.md 39.8). */
export async function takesCash({ siteSettings, settingsRead }: Settings): Promise<boolean> {
  await settingsRead()
  return siteSettings().deskCash === 'on'
}

/** Fails with `cash-is-off` where the desk takes no cash. */
export async function demandCash(settings: Settings): Promise<void> {
  if (!(await takesCash(settings))) fail('cash-is-off')
}
