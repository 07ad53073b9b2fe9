import { writeFileSync } from 'node:fs'
import { create } from 'qrcode'

const [width, height] = [640, 480]

export type Clip = { text: string; isInverted?: boolean; scale?: number; noise?: number }

/** A film for Chromium's fake camera in which a code is held before it: uncompressed, as `--use-file-for-fake-video-capture` takes. */
export function drawClip(file: string, clip: Clip): string {
  const luma = Buffer.alloc(width * height, clip.isInverted ? 16 : 235)
  draw(luma, clip)
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`)
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
  return file
}

function draw(luma: Buffer, { text, isInverted = false, scale = 6, noise = 0 }: Clip) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const [left, top] = [width, height].map(side => Math.floor((side - size * scale) / 2))
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      const isDark = data[Math.floor(y / scale) * size + Math.floor(x / scale)] === 1
      luma[((top ?? 0) + y) * width + (left ?? 0) + x] = isDark === isInverted ? 235 : 16
    }
  }
  // The same noise in each run.
  if (noise === 0) return
  for (let at = 0, drawn = 1; at < luma.length; at += 1) {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648
    const shift = ((drawn % 256) - 128) * noise
    luma[at] = Math.max(16, Math.min(235, (luma[at] ?? 0) + shift))
  }
}
