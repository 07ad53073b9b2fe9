import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { queryText } from '../../platform/db/query-text.ts'
import type { Piece } from '../../platform/db/together.ts'
import { ImageView } from './schema.ts'
import { imageColumns } from './store.ts'
import { type ImageRow, imageView } from './view.ts'

/** The wire shape of an image, for responses that contain one. */
export { ImageView }
export type Image = Static<typeof ImageView>

/** The images with these ids as clients see them (contract.md 12.5); one statement, or none without ids. */
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
  return imagesById(rows, publicRoot)
}

/** The images with these ids, and with the ids that the queries find, to be read together with other queries. */
export const imagePiece = (
  ids: readonly (number | null)[],
  others: readonly RawBuilder<number>[],
): Piece<ImageRow> => {
  const given = sql`select unnest(${ids.filter(id => id !== null)}::bigint[])`
  const wanted = sql.join([given, ...others], sql` union `)
  return {
    query: sql`${everyImage} where id = any(array(${wanted}))`,
  }
}

const everyImage = queryText(db => db.selectFrom('images').select(imageColumns))

/** Rows of `imagePiece` as clients see them, by id. */
export const imagesById = (rows: readonly ImageRow[], publicRoot: string): Map<number, Image> =>
  new Map(rows.map(row => [row.id, imageView(row, publicRoot)]))
