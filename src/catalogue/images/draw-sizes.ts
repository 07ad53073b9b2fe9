import { createHash } from 'node:crypto'
import {
  areaOf,
  bytesMax,
  type PictureType,
  pictureType,
  pixelsMax,
  sideMax,
  sizesOf,
} from './rules.ts'

export type Drawn = { name: string; width: number; height: number; digest: string; content: Buffer }

export type Picture = {
  type: PictureType
  width: number
  height: number
  /** The picture itself, encoded anew as `full`, then its sizes. */
  files: [Drawn, ...Drawn[]]
}

// Decoded pictures need much memory, so only a few are open at once; the rest wait.
const drawersMax = 2
let drawing = 0
const waiting: (() => void)[] = []

/**
 * The picture in all its sizes, or why it cannot be used. Nothing is enlarged. Of a `crop`, as `areaOf` reads it, only that part
 * is kept.
 */
export async function drawSizes(
  content: Buffer,
  crop?: string,
): Promise<Picture | { problem: string }> {
  const type = pictureType(content)
  if (!type) return { problem: 'The file is not a JPEG, PNG, GIF, WebP or AVIF image.' }
  if (content.length > bytesMax) return { problem: 'The image has too many bytes.' }
  return inTurn(() => draw(content, type, crop)).catch(() => ({
    problem: 'The image could not be read.',
  }))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing >= drawersMax) await new Promise<void>(turn => waiting.push(turn))
  drawing += 1
  try {
    return await work()
  } finally {
    drawing -= 1
    waiting.shift()?.()
  }
}

const pageFormats = {
  webp: { quality: 76, effort: 3 },
  avif: { quality: 52, effort: 2 },
} as const

/** A picture of ours for pages: at most this wide, in a format that takes a third of the bytes. */
export async function drawForPages(
  content: Buffer,
  { width, format }: { width: number; format: keyof typeof pageFormats },
): Promise<Pick<Drawn, 'digest' | 'content'>> {
  const open = opener(await library())
  return inTurn(async () => {
    const { data, info } = await open(content)
      .resize({ width, withoutEnlargement: true })
      .toFormat(format, pageFormats[format])
      .toBuffer({ resolveWithObject: true })
    return fileOf('', data, info)
  })
}

const secondsMax = 20

// The library is loaded with the first picture: it takes a tenth of a second and megabytes that many
// processes never need.
const library = async () => (await import('sharp')).default

/**
 * Encoder settings of the full picture, by format. AVIF and WebP are encoded fast: at their usual effort a
 * photograph takes both cores for many seconds.
 */
const writing = {
  jpeg: { quality: 90 },
  png: {},
  gif: {},
  webp: { quality: 90, effort: 2 },
  avif: { quality: 70, effort: 0 },
} as const

const tooLarge =
  `The image has too many pixels. It may have ${pixelsMax / 1e6} megapixels, ` +
  `all frames of an animation together, and ${sideMax} pixels a side.`

const opener =
  (sharp: Awaited<ReturnType<typeof library>>) =>
  (content: Buffer, animated = false) =>
    sharp(content, { limitInputPixels: pixelsMax, animated, failOn: 'error' }).timeout({
      seconds: secondsMax,
    })

async function draw(
  content: Buffer,
  type: PictureType,
  crop: string | undefined,
): Promise<Picture | { problem: string }> {
  const sharp = await library()
  // With the limit, the library fails on a large picture as it does on a broken one. The header decodes nothing.
  const header = await sharp(content, { limitInputPixels: false }).metadata()
  const { width, height, format, pages = 1 } = header
  const isAsTyped = format === type.format || (format === 'heif' && type.format === 'avif')
  if (!isAsTyped) return { problem: "The image's content does not match its type." }
  if (width * height * pages > pixelsMax || width > sideMax || height > sideMax) {
    return { problem: tooLarge }
  }
  const open = opener(sharp)
  // Encoding anew removes what a file can hide beside its pixels: place and device, texts, other files, and
  // sizes that make a reader reserve gigabytes.
  const whole = await open(content, true)
    .autoOrient()
    .toFormat(type.format, writing[type.format])
    .toBuffer({ resolveWithObject: true })
  const area = crop === undefined ? undefined : areaOf(crop, sizeOf(whole.info))
  const { data: upright, info } = area
    ? await open(whole.data, true)
        .extract(area)
        .toFormat(type.format, writing[type.format])
        .toBuffer({ resolveWithObject: true })
    : whole
  const size = sizeOf(info)
  const full = fileOf('full', upright, size)
  const sizes: Drawn[] = []
  for (const plan of sizesOf(size)) {
    const fit = plan.crop ? 'cover' : 'inside'
    const { data, info } = await open(upright)
      .resize({ width: plan.width, height: plan.height, fit, withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true })
    sizes.push(fileOf(plan.name, data, info))
  }
  return { type, ...size, files: [full, ...sizes] }
}

/** Of an animation, the size of one frame. */
const sizeOf = ({
  width,
  height,
  pageHeight,
}: {
  width: number
  height: number
  pageHeight?: number | undefined
}) => ({ width, height: pageHeight ?? height })

function fileOf(
  name: string,
  content: Buffer,
  { width, height }: { width: number; height: number },
): Drawn {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return { name, width, height, digest, content }
}
