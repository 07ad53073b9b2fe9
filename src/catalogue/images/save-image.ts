import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { drawSizes } from './draw-sizes.ts'
import { pictureName } from './rules.ts'
import { insertImage } from './store.ts'

export type ImageSource = {
  content: Buffer
  /** The file's name as it was sent; the path and the extension are dropped. */
  filename: string
  authorId: number | null
  /** The address it was fetched from; null for uploads. */
  sourceUrl: string | null
  /** The part that is kept, as `areaOf` reads it; without it all of it. */
  crop?: string | undefined
  /** Of a picture that comes from another system and keeps its id. */
  id?: number
}

/** Stores a picture with its sizes. Returns its id, or why it cannot be used. */
export async function saveImage(
  db: Db,
  { content, filename, authorId, sourceUrl, crop, id }: ImageSource,
): Promise<number | { problem: string }> {
  const picture = await drawSizes(content, crop)
  if ('problem' in picture) return picture
  const name = pictureName(filename)
  const image = { name, authorId, sourceUrl, picture, ...(id !== undefined && { id }) }
  return transaction(db, tx => insertImage(tx, image))
}
