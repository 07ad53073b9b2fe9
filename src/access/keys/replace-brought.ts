import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { lettersOf, verifiesBrought } from './brought-hash.ts'
import { broughtPasswordsOf, takeBrought } from './lookup.brought.ts'
import { hashSecret } from './rules.ts'
import { insertApplicationPassword } from './store.ts'

/**
 * Replaces the application password of the old system that this one is by ours, which is found by its hash from then on. False when
 * it is none of the account's. The caller has counted the guess before: each hash takes time.
 */
export async function replaceBrought(db: Db, userId: number, password: string): Promise<boolean> {
  for (const brought of await broughtPasswordsOf(db, userId)) {
    if (!(await verifiesBrought(brought.stored, password))) continue
    await transaction(db, async tx => {
      if (!(await takeBrought(tx, brought.id))) return
      await insertApplicationPassword(tx, {
        user_id: userId,
        name: brought.name,
        secret_hash: hashSecret(lettersOf(password)),
        expires_at: null,
      })
    })
    return true
  }
  return false
}
