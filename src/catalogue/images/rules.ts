/** The accepted picture formats. SVG is excluded, because it can contain script. */
const pictureTypes = [
  { format: 'jpeg', extension: 'jpg', mimeType: 'image/jpeg', begins: [[0, 'ffd8ff']] },
  { format: 'png', extension: 'png', mimeType: 'image/png', begins: [[0, '89504e470d0a1a0a']] },
  { format: 'gif', extension: 'gif', mimeType: 'image/gif', begins: [[0, '474946383961']] },
  { format: 'gif', extension: 'gif', mimeType: 'image/gif', begins: [[0, '474946383761']] },
  {
    format: 'webp',
    extension: 'webp',
    mimeType: 'image/webp',
    begins: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
  { format: 'avif', extension: 'avif', mimeType: 'image/avif', begins: [[4, '6674797061766966']] },
] as const

export type PictureType = Omit<(typeof pictureTypes)[number], 'begins'>

/** The format by the content's first bytes, whatever a name or a header claims; undefined for any other content. */
export function pictureType(content: Buffer): PictureType | undefined {
  return pictureTypes.find(({ begins }) =>
    begins.every(([at, bytes]) => content.toString('hex', at, at + bytes.length / 2) === bytes),
  )
}

export const bytesMax = 10 * 1024 * 1024
/** A small file can decode to a huge picture. A larger one than this is refused before it is decoded. */
export const pixelsMax = 40_000_000
export const sideMax = 16_000

export type SizeName = 'thumbnail' | 'medium' | 'medium_large' | 'large'
export type SizePlan = { name: SizeName; width: number; height: number; crop: boolean }

const boxes: SizePlan[] = [
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'large', width: 1024, height: 1024, crop: false },
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium_large', width: 768, height: sideMax, crop: false },
]

/** The sizes made of a picture: only those smaller than it. */
export function sizesOf({ width, height }: { width: number; height: number }): SizePlan[] {
  return boxes
    .filter(box => width > box.width || height > box.height)
    .map(box =>
      box.crop
        ? { ...box, width: Math.min(box.width, width), height: Math.min(box.height, height) }
        : box,
    )
}

/** The name of an uploaded or fetched file without path and extension, fit to be shown. */
export function pictureName(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? ''
  const plain = file
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return plain.slice(0, 200) || 'image'
}

/** The id, key and size in an image address of ours, `<publicRoot>/images/<id>-<key>/…`. */
export function ownImage(
  address: string,
  publicRoot: string,
): { id: number; key: string } | undefined {
  const path = address.startsWith(`${publicRoot}/images/`)
    ? address.slice(publicRoot.length)
    : undefined
  const [, id, key] = /^\/images\/(\d{1,15})-([0-9a-f]{32})\/[\w.-]+$/.exec(path ?? '') ?? []
  return id === undefined || key === undefined ? undefined : { id: Number(id), key }
}

/** A part of a picture, in pixels. */
type Area = { left: number; top: number; width: number; height: number }

/**
 * Reads `left,top,width,height` in thousandths of an upright picture, and returns its pixels: at least one each way, and nothing
 * beyond the edges. Undefined where this is no part of a picture.
 */
export function areaOf(text: string, size: { width: number; height: number }): Area | undefined {
  const parts = /^\d{1,4}(?:,\d{1,4}){3}$/.test(text) ? text.split(',').map(Number) : []
  const [left = 0, top = 0, width = 0, height = 0] = parts
  if (width < 1 || height < 1 || left + width > 1000 || top + height > 1000) return undefined
  const across = edges(left, width, size.width)
  const down = edges(top, height, size.height)
  return { left: across.from, top: down.from, width: across.length, height: down.length }
}

function edges(start: number, length: number, pixels: number) {
  const from = Math.min(pixels - 1, Math.round((start * pixels) / 1000))
  const to = Math.min(pixels, Math.max(from + 1, Math.round(((start + length) * pixels) / 1000)))
  return { from, length: to - from }
}
