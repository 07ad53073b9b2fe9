import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { ImageView } from './schema.ts'
import { imageColumns } from './store.ts'
import { imageView } from './view.ts'

/** The shape of an image, for the answers that carry one. */
export { ImageView }
export type Image = Static<typeof ImageView>

/** The images with these ids as clients see them (contract.md 12.5); one statement, none for no ids. */
export async function imageViews(
  db: Db,
  ids: readonly (number | null)[],
  publicRoot: string,
): Promise<Map<number, Image>> {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(imageColumns)
    .where('id', '=', sql<number>`any(${wanted}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.id, imageView(row, publicRoot)]))
}
