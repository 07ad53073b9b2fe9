import type { Static } from 'typebox'
import type { ImageView } from './schema.ts'

export type ImageRow = {
  id: number
  /** The random part of the image's addresses, which makes them impossible to guess. */
  file_key: string
  extension: string
  mime_type: string
  width: number
  height: number
  byte_size: number
  sizes: unknown
}

type SizeRow = { name: string; width: number; height: number; byte_size: number }

export function imageView(row: ImageRow, publicRoot: string): Static<typeof ImageView> {
  const { id, file_key, extension, width, height } = row
  const url = (size: string) => `${publicRoot}/images/${id}-${file_key}/${size}.${extension}`
  const sizes = (row.sizes as SizeRow[]).map(size => [
    size.name,
    {
      width: size.width,
      height: size.height,
      'mime-type': row.mime_type,
      filesize: size.byte_size,
      url: url(size.name),
    },
  ])
  return {
    url: url('full'),
    id,
    extension,
    width,
    height,
    filesize: row.byte_size,
    ...(sizes.length > 0 ? { sizes: Object.fromEntries(sizes) } : {}),
  }
}
