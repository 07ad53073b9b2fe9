import type { Db } from '../../platform/db/database.ts'
import { drawForPages } from './draw-sizes.ts'
import { findFile, keepFile } from './store.ts'

type PictureFormat = { readonly width: number; readonly format: 'avif' | 'webp' }
type PictureName = { id: number; key: string; known: readonly string[] }
type PictureFile = { digest: string; content: Buffer | null }

const underWay = new Map<string, Promise<PictureFile | undefined>>()

/**
 * A picture in a size for pages, drawn at the first request and stored. Without content when the client has it
 * already; undefined when the picture does not exist.
 */
export async function fileForPages(
  db: Db,
  named: PictureName,
  wanted: PictureFormat,
): Promise<PictureFile | undefined> {
  const size = `w${wanted.width}-${wanted.format}`
  const stored = await findFile(db, { ...named, size })
  if (stored) return stored
  const name = `${named.id} ${named.key} ${size}`
  const drawing = underWay.get(name) ?? draw(db, { ...named, size }, wanted)
  underWay.set(name, drawing)
  return drawing.finally(() => underWay.delete(name))
}

async function draw(
  db: Db,
  { id, key, size }: PictureName & { size: string },
  wanted: PictureFormat,
): Promise<PictureFile | undefined> {
  const full = await findFile(db, { id, key, size: 'full', known: [] })
  if (!full?.content) return undefined
  const { digest, content } = await drawForPages(full.content, wanted)
  await keepFile(db, { image_id: id, size, digest, content })
  return { digest, content }
}
