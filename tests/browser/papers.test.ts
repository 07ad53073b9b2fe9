import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { drawTickets } from '../support/draw-tickets.ts'
import { scripts } from '../../src/messaging/tickets/font-table.ts'
import { fontFile, fontOf, hasGlyphs } from '../../src/messaging/tickets/fonts.ts'
import { printable, visualRuns } from '../../src/messaging/tickets/text-runs.ts'
import { hasReader, picturesOf } from '../support/readers.ts'
import { scriptNames } from '../support/script-names.ts'
import { launch } from './open-browser.ts'

/** Both draw in this many dots an inch. */
const dotsPerInch = 200
const pointSize = 14
const dots = (points: number) => Math.round((points * dotsPerInch) / 72)

const browser = await launch()
afterAll(() => browser.close())
const page = await browser.newPage({
  deviceScaleFactor: dotsPerInch / 96,
  viewport: { width: 800, height: 100 },
})
// The same files of fonts, in the order in which we try them.
const fonts = [...new Set(['sans', ...scripts.flatMap(one => one.fonts), 'emoji'] as const)]
const faces = fonts.map(font => {
  const file = readFileSync(fontFile(font)).toString('base64')
  return `@font-face { font-family: our-${font}; src: url(data:font/ttf;base64,${file}) }`
})
const families = fonts.map(font => `our-${font}`).join(', ')
await page.setContent(`<meta charset="utf-8"><style>${faces.join('\n')}
  p { font: ${pointSize}pt ${families}; color: #111; text-align: left; white-space: nowrap }</style><p dir="auto"></p>`)

/** Grey pixels, 0 being black. */
type Picture = { pixels: Uint8Array; width: number; height: number }

/** The name as our PDF shows it, left of the QR code. */
async function printed(name: string): Promise<Picture> {
  const sheet = {
    title: '',
    notices: [],
    fields: [{ label: '', text: name }],
    qr: { content: 'x', alt: 'x' },
    code: { label: '', text: '' },
    footer: '',
    link: '',
  }
  const pdf = await drawTickets({ title: 'Ink', lang: 'en', sheets: [sheet] }, new Date(0))
  const [paper] = picturesOf(pdf, dotsPerInch)
  if (!paper) throw new Error('The PDF has no page.')
  const { data, info } = await sharp(paper.pixels, {
    raw: { width: paper.width, height: paper.height, channels: 1 },
  })
    // Below the band, and left of the code.
    .extract({ left: 0, top: dots(140), width: paper.width - dots(150), height: dots(80) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** The name as Chromium shows it. */
async function shown(name: string): Promise<Picture> {
  await page.evaluate(async text => {
    const line = document.querySelector('p')
    if (line) line.textContent = text
    await document.fonts.ready
  }, name)
  const { data, info } = await sharp(await page.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** The smallest rectangle that has the ink of a picture, with 255 being black. */
function inkOf({ pixels, width, height }: Picture) {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (const [at, grey] of pixels.entries()) {
    if (grey >= 200) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const size = { width: right - left + 1, height: bottom - top + 1 }
  const dark = new Uint8Array(size.width * size.height)
  for (const [at] of dark.entries()) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    dark[at] = 255 - (pixels[(y + top) * width + x + left] ?? 255)
  }
  return { ...size, dark, total: dark.reduce((sum, one) => sum + one, 0) }
}

type Ink = ReturnType<typeof inkOf>

/** How alike two inks are with one stretched over the other: 1 for the same, about 0 for unrelated ones. */
async function likeness(one: Ink, other: Ink): Promise<number> {
  const [a, b] = await Promise.all([centred(one), centred(other)])
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
}

/** The ink in a rectangle that is always the same, around its mean. */
async function centred({ dark, width, height }: Ink): Promise<number[]> {
  const pixels = await sharp(dark, { raw: { width, height, channels: 1 } })
    .resize(400, 32, { fit: 'fill' })
    .blur(1.5)
    .greyscale()
    .raw()
    .toBuffer()
  const mean = pixels.reduce((sum, one) => sum + one, 0) / pixels.length
  return [...pixels].map(one => one - mean)
}

describe.runIf(hasReader('pdftoppm'))('a name on a printed ticket', () => {
  test.each(Object.entries(scriptNames))(
    'in %s has the letters, their order and the room that Chromium gives it',
    async (script, name) => {
      const [ours, theirs] = [inkOf(await printed(name)), inkOf(await shown(name))]
      const seen = {
        ink: ours.total / theirs.total,
        width: ours.width / theirs.width,
        height: ours.height / theirs.height,
        likeness: await likeness(ours, theirs),
      }
      const isLike =
        Math.abs(seen.ink - 1) < 0.15 &&
        Math.abs(seen.width - 1) < 0.03 &&
        Math.abs(seen.height - 1) < 0.15 &&
        // Thin strokes that fall between two dots look a little different; other letters, or another order, look by far less alike.
        seen.likeness > 0.86
      expect({ script, ...seen, isLike }).toEqual({ script, ...seen, isLike: true })
    },
  )
})

test.each(Object.entries(scriptNames))('%s is shaped without a missing glyph', (_, name) => {
  const runs = visualRuns(printable(name), 'sans', hasGlyphs)
  const missing = runs.filter(({ text, font }) =>
    fontOf(font)
      .layout(text, [])
      .glyphs.some(({ id }) => id === 0),
  )
  expect(missing).toEqual([])
})
