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

/** A picture that mail programs show. */
export type MailPicture = { mimeType: string; extension: string; content: Buffer }

/** A picture of more bytes than this makes a mail slow to send and to open. */
const mailBytesMost = 150 * 1024

/**
 * An image at a width for mails; undefined when there is none, or when it is of a format that mail programs do not show (WebP,
 * AVIF), or has too many bytes.
 */
export async function pictureForMail(db: Db, id: number): Promise<MailPicture | undefined> {
  const row = await db
    .selectFrom('image_files as file')
    .innerJoin('images as image', 'image.id', 'file.image_id')
    .select(['image.extension', 'image.mime_type as mimeType', 'file.content'])
    .where('file.image_id', '=', id)
    .where('file.size', 'in', ['medium_large', 'full'])
    .where('image.mime_type', 'in', ['image/jpeg', 'image/png'])
    .where(sql<boolean>`octet_length(file.content) <= ${mailBytesMost}`)
    // Pictures that are not wider have no smaller size.
    .orderBy(sql`file.size = 'medium_large'`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}
