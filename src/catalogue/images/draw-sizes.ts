import { createHash } from 'node:crypto'
import { bytesMax, type PictureType, pictureType, pixelsMax, sideMax, sizesOf } from './rules.ts'

export type Drawn = { name: string; width: number; height: number; digest: string; content: Buffer }

export type Picture = {
  type: PictureType
  width: number
  height: number
  /** The picture itself first, drawn anew as `full`, then its sizes. */
  files: [Drawn, ...Drawn[]]
}

// Decoded pictures are large, so few are open at once; the rest wait their turn.
const drawersMax = 2
let drawing = 0
const waiting: (() => void)[] = []

/** The picture in all its sizes, or why it is none. Nothing is blown up. */
export async function drawSizes(content: Buffer): Promise<Picture | { problem: string }> {
  const type = pictureType(content)
  if (!type) return { problem: 'The file is not a JPEG, PNG, GIF, WebP or AVIF image.' }
  if (content.length > bytesMax) return { problem: 'The image has too many bytes.' }
  if (drawing >= drawersMax) await new Promise<void>(turn => waiting.push(turn))
  drawing += 1
  try {
    return await draw(content, type)
  } catch {
    return { problem: 'The image could not be read.' }
  } finally {
    drawing -= 1
    waiting.shift()?.()
  }
}

const secondsMax = 20

// Loaded with the first picture: a tenth of a second and several megabytes that many processes never need.
const library = async () => (await import('sharp')).default

/**
 * How the whole picture is written, by format. AVIF and WebP are written in haste: at their usual effort a photograph takes
 * both cores for many seconds.
 */
const writing = {
  jpeg: { quality: 90 },
  png: {},
  gif: {},
  webp: { quality: 90, effort: 2 },
  avif: { quality: 70, effort: 0 },
} as const

const opener =
  (sharp: Awaited<ReturnType<typeof library>>) =>
  (content: Buffer, animated = false) =>
    sharp(content, { limitInputPixels: pixelsMax, animated, failOn: 'error' }).timeout({
      seconds: secondsMax,
    })

async function draw(content: Buffer, type: PictureType): Promise<Picture | { problem: string }> {
  const open = opener(await library())
  const { width, height, format } = await open(content).metadata()
  const known = format === type.format || (format === 'heif' && type.format === 'avif')
  if (!known) return { problem: 'The image is not of the type it begins like.' }
  if (width * height > pixelsMax || width > sideMax || height > sideMax) {
    return { problem: 'The image has too many pixels.' }
  }
  // Drawn anew, a picture loses what a file can hide beside its pixels: place and device, texts, other files, and numbers
  // that make a reader reserve gigabytes.
  const { data: upright, info: whole } = await open(content, true)
    .autoOrient()
    .toFormat(type.format, writing[type.format])
    .toBuffer({ resolveWithObject: true })
  const size = { width: whole.width, height: whole.pageHeight ?? whole.height }
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

function fileOf(
  name: string,
  content: Buffer,
  { width, height }: { width: number; height: number },
): Drawn {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return { name, width, height, digest, content }
}
