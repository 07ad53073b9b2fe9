import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import type { Drawn, Picture } from './draw-sizes.ts'

export type NewImage = {
  id?: number
  name: string
  authorId: number | null
  sourceUrl: string | null
  picture: Picture
}

/** The id of the new image, or of one that was imported from the same address meanwhile. */
export async function insertImage(tx: Tx, image: NewImage): Promise<number> {
  const { id, name, authorId, sourceUrl, picture } = image
  const [full, ...sizes] = picture.files
  const row = await touching(tx, [])
    .insertInto('images')
    .values({
      ...(id !== undefined && { id }),
      name,
      author_id: authorId,
      source_url: sourceUrl,
      extension: picture.type.extension,
      mime_type: picture.type.mimeType,
      width: picture.width,
      height: picture.height,
      byte_size: full.content.length,
      sizes: JSON.stringify(sizes.map(sizeRow)),
    })
    .onConflict(conflict => conflict.column('source_url').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return (await findImported(tx, sourceUrl ?? '')) ?? insertImage(tx, image)
  await touching(tx, [])
    .insertInto('image_files')
    .values(
      picture.files.map(({ name: size, digest, content }) => ({
        image_id: row.id,
        size,
        digest,
        content,
      })),
    )
    .execute()
  return row.id
}

const sizeRow = ({ name, width, height, content }: Drawn) => ({
  name,
  width,
  height,
  byte_size: content.length,
})

/** The image that was fetched from this address before. */
export async function findImported(db: Db, sourceUrl: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('source_url', '=', sourceUrl)
    .executeTakeFirst()
  return row?.id
}

/** The columns that a view needs. */
export const imageColumns = [
  'id',
  'file_key',
  'extension',
  'mime_type',
  'width',
  'height',
  'byte_size',
  'sizes',
] as const

/** The image with this id, when the key is right. */
export async function findByKey(
  db: Db,
  { id, key }: { id: number; key: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', id)
    .where('file_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** The image with this id, when this user may reuse it: it is their own, or shown on a record they can see. */
export async function findUsable(
  db: Db,
  id: number,
  user: number | null | 'anybody',
): Promise<number | undefined> {
  const shown = (table: 'events' | 'venues' | 'organizers') => {
    const open =
      table === 'events'
        ? sql`status = 'publish' and password_hash is null`
        : sql`status = 'publish'`
    return sql<boolean>`exists (select from ${sql.table(table)}
      where image_id = images.id and (author_id = ${user} or ${open}))`
  }
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', id)
    .$if(user !== 'anybody', query =>
      query.where(sql<boolean>`(author_id = ${user} or ${shown('events')} or ${shown('venues')}
        or ${shown('organizers')})`),
    )
    .executeTakeFirst()
  return row?.id
}

export function findImage(db: Db, id: number) {
  return db
    .selectFrom('images')
    .select([...imageColumns, 'author_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** One page of all images, newest first, and the total. */
export async function listImages(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('images')
    .select(imageColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('images')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Deletes the image with its files; records that showed it stay. Returns whether it existed. */
export async function deleteImage(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('images').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0
}

/**
 * Names a size of an image and the version the client has. The content is read only when the client's version
 * is old.
 */
export function findFile(
  db: Db,
  wanted: { id: number; key: string; size: string; known: readonly string[] },
) {
  return db
    .selectFrom('image_files as file')
    .innerJoin('images as image', 'image.id', 'file.image_id')
    .select(['image.extension', 'image.mime_type', 'file.digest'])
    .select(
      sql<Buffer | null>`case when file.digest = any(${wanted.known}) then null else file.content end`.as(
        'content',
      ),
    )
    .where('file.image_id', '=', wanted.id)
    .where('image.file_key', '=', wanted.key)
    .where('file.size', '=', wanted.size)
    .executeTakeFirst()
}

/** Stores a size drawn later, unless another process stored it first. */
export async function keepFile(
  db: Db,
  file: { image_id: number; size: string; digest: string; content: Buffer },
): Promise<void> {
  await db
    .insertInto('image_files')
    .values(file)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
