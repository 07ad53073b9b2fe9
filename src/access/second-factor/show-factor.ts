import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { isDemanded } from './rules.ts'
import { countRecovery, findFactor } from './store.ts'

export type FactorShown = {
  /** When it was set up; undefined without one. */
  since: Date | undefined
  recoveryLeft: number
  isDemanded: boolean
}

/** The second factor of a person, and whether the site demands one. */
export async function showFactor(
  { db, siteSettings }: Pick<Deps, 'db' | 'siteSettings'>,
  caller: Extract<Caller, { kind: 'user' }>,
): Promise<FactorShown> {
  const factor = await findFactor(db, caller.userId)
  const since = factor?.confirmed_at ?? undefined
  return {
    since,
    recoveryLeft: since ? await countRecovery(db, caller.userId) : 0,
    isDemanded: isDemanded(siteSettings().secondFactor, caller),
  }
}
