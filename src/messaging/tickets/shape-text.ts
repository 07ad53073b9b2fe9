import type { Font, GlyphRun } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

/** Shapes texts of one font, as fontkit does. */
export type ShapeText = (text: string) => GlyphRun

/**
 * A shaper by HarfBuzz. Fontkit has no rules for some scripts of South and South-East Asia and stops with an error in others
 * (docs/decisions/0061-turns-of-papers.md).
 */
export function harfbuzzShaper(file: Uint8Array, font: Font): ShapeText {
  const bytes = new Uint8Array(file)
  const shaping = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes.buffer)))
  return text => {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    harfbuzz.shape(shaping, buffer)
    const infos = buffer.getGlyphInfos()
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    const lettersAt = new Map(
      starts.map((start, at) => [start, pointsOf(text.slice(start, starts[at + 1]))]),
    )
    const glyphs = infos.map(({ codepoint: id, cluster }) => {
      // The first glyph of a cluster stands for its letters.
      const letters = lettersAt.get(cluster) ?? []
      lettersAt.delete(cluster)
      return font.getGlyph(id, letters)
    })
    return runOf(glyphs, buffer.getGlyphPositions())
  }
}

const pointsOf = (text: string) => Array.from(text, letter => letter.codePointAt(0) ?? 0)

type Position = Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number>

/** The members of a run that pdfkit reads. Its width follows its positions, which pdfkit scales. */
class Run {
  readonly glyphs: GlyphRun['glyphs']
  readonly positions: readonly Position[]
  constructor(glyphs: GlyphRun['glyphs'], positions: readonly Position[]) {
    this.glyphs = glyphs
    this.positions = positions
  }

  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  }
}

const runOf = (glyphs: GlyphRun['glyphs'], positions: readonly Position[]): GlyphRun =>
  new Run(
    glyphs,
    positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      xAdvance,
      yAdvance,
      xOffset,
      yOffset,
    })),
  ) as unknown as GlyphRun
