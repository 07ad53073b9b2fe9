import { writeFileSync } from 'node:fs'
import { create } from 'qrcode'

const [width, height] = [640, 480]
const [dark, bright] = [16, 235]

/** How a code is held before the camera. */
export type Look = {
  text: string
  isInverted?: boolean
  /** Pixels of a module. */
  scale?: number
  noise?: number
  /** Pixels from the middle. */
  shift?: readonly [x: number, y: number]
  isTurned?: boolean
  /** How much of the contrast is left. */
  light?: number
  /** Pixels around each that it is mixed with. */
  blur?: number
  /** A lamp that is mirrored on a corner of the code. */
  hasGlare?: boolean
  /** A second code in the same picture. */
  beside?: Look
}

/**
 * A film for Chromium's fake camera in which codes are held before it, one after the other: uncompressed, as
 * `--use-file-for-fake-video-capture` takes. The camera begins anew after the last one.
 */
export function drawClip(file: string, looks: readonly Look[]): string {
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`)
  const frames = looks.flatMap(look => Array.from({ length: 12 }).fill(frameOf(look)) as Buffer[])
  writeFileSync(file, Buffer.concat([head, ...frames]))
  return file
}

function frameOf(look: Look): Buffer {
  const luma = Buffer.alloc(width * height, look.isInverted ? dark : bright)
  draw(luma, look)
  if (look.beside) draw(luma, look.beside)
  const seen = look.blur ? blurred(luma, look.blur) : luma
  if (look.hasGlare) mirrorLamp(seen)
  if (look.light) for (const [at, value] of seen.entries()) seen[at] = 40 + value * look.light
  if (look.noise) addNoise(seen, look.noise)
  return Buffer.concat([Buffer.from('FRAME\n'), seen, Buffer.alloc((width * height) / 2, 128)])
}

function draw(luma: Buffer, { text, isInverted, scale = 6, shift = [0, 0], isTurned }: Look) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const [left, top] = [width, height].map((side, at) =>
    Math.floor((side - size * scale) / 2 + (shift[at] ?? 0)),
  ) as [number, number]
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)]
      const module = isTurned ? column * size + (size - 1 - row) : row * size + column
      luma[(top + y) * width + left + x] = (data[module] === 1) === !!isInverted ? bright : dark
    }
  }
}

function blurred(luma: Buffer, by: number): Buffer {
  const whole = Buffer.alloc(luma.length)
  for (let at = 0; at < luma.length; at += 1) {
    let [sum, count] = [0, 0]
    for (let y = -by; y <= by; y += 1) {
      for (let x = -by; x <= by; x += 1) {
        const value = luma[at + y * width + x]
        if (value === undefined) continue
        sum += value
        count += 1
      }
    }
    whole[at] = Math.round(sum / count)
  }
  return whole
}

function mirrorLamp(luma: Buffer) {
  const [x, y, radius] = [width / 2 + 60, height / 2 + 60, 34]
  for (const at of luma.keys()) {
    if (Math.hypot((at % width) - x, Math.floor(at / width) - y) < radius) luma[at] = bright
  }
}

/** The same noise in each run. */
function addNoise(luma: Buffer, noise: number) {
  let drawn = 1
  for (const [at, value] of luma.entries()) {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648
    luma[at] = Math.max(dark, Math.min(bright, value + ((drawn % 256) - 128) * noise))
  }
}
