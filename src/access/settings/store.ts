import type { Db } from '../../platform/db/database.ts'
import type { SettingName } from './rules.ts'

/** The settings that were saved, by name. */
export async function loadSettings(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Saves each value; an empty one is removed, so that the usual one is used again. All or none. */
export async function storeSettings(
  db: Db,
  values: ReadonlyMap<SettingName, string>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async tx => {
    // In one order, so that two writers of the same settings never wait for each other.
    for (const [name, value] of [...values].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (value === '') await tx.deleteFrom('site_settings').where('name', '=', name).execute()
      else {
        await tx
          .insertInto('site_settings')
          .values({ name, value, updated_at: now })
          .onConflict(on => on.column('name').doUpdateSet({ value, updated_at: now }))
          .execute()
      }
    }
  })
}
