import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { logoSetting, type SettingName } from './rules.ts'

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

/** The logo with this hash. */
export async function loadLogo(db: Db, digest: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('site_logos')
    .select('content')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.content
}

/** Keeps this picture, and no other, as the logo; without one there is none. All or none. */
export async function storeLogo(db: Db, content: Buffer | undefined, now: Date): Promise<void> {
  const digest = content && createHash('sha256').update(content).digest('hex').slice(0, 32)
  await db.transaction().execute(async tx => {
    // The setting first: of two who upload at once, the second waits here.
    if (digest === undefined) {
      await tx.deleteFrom('site_settings').where('name', '=', logoSetting).execute()
    } else {
      await tx
        .insertInto('site_settings')
        .values({ name: logoSetting, value: digest, updated_at: now })
        .onConflict(on => on.column('name').doUpdateSet({ value: digest, updated_at: now }))
        .execute()
    }
    await tx
      .deleteFrom('site_logos')
      .$if(digest !== undefined, rows => rows.where('digest', '<>', digest ?? ''))
      .execute()
    if (digest !== undefined && content !== undefined) {
      await tx
        .insertInto('site_logos')
        .values({ digest, content, created_at: now })
        .onConflict(on => on.doNothing())
        .execute()
    }
  })
}
