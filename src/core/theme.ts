/** A colour as `#rrggbb` in small letters. */
type Colour = string

/** The colours of pages, mails, papers and applications, named by their purpose. */
export type Palette = {
  /** The background of the page. */
  readonly paper: Colour
  readonly card: Colour
  readonly ink: Colour
  /** Less important text, still readable on paper and card. */
  readonly soft: Colour
  readonly line: Colour
  /** The border of a field, with a contrast of 3:1 to its surroundings. */
  readonly edge: Colour
  /** The main button, and the focus. */
  readonly accent: Colour
  readonly onAccent: Colour
  readonly accentSoft: Colour
  readonly lamp: Colour
  readonly good: Colour
  readonly goodSoft: Colour
  readonly warn: Colour
  readonly warnSoft: Colour
  readonly bad: Colour
  readonly badSoft: Colour
}

export type Theme = { readonly light: Palette; readonly dark: Palette }

const light: Palette = {
  paper: '#faf8f4',
  card: '#ffffff',
  ink: '#1d1a24',
  soft: '#5d5768',
  line: '#e4dfd6',
  edge: '#857f8e',
  accent: '#6a1b4d',
  onAccent: '#ffffff',
  accentSoft: '#f6e9f0',
  lamp: '#f2b13c',
  good: '#14713d',
  goodSoft: '#e3f4ea',
  warn: '#8a5300',
  warnSoft: '#fdf1d8',
  bad: '#a3211b',
  badSoft: '#fbe7e5',
}

const dark: Palette = {
  paper: '#141118',
  card: '#1e1a24',
  ink: '#f3eff7',
  soft: '#b3aabf',
  line: '#352f3e',
  edge: '#857b93',
  accent: '#f2b13c',
  onAccent: '#201804',
  accentSoft: '#3a2c12',
  lamp: '#f2b13c',
  good: '#6fd79a',
  goodSoft: '#12331f',
  warn: '#f4c46b',
  warnSoft: '#3a2b0d',
  bad: '#ff9a92',
  badSoft: '#43191a',
}

/** Sizes shared by pages, mails and applications, in CSS units. */
export const measures = {
  radius: '14px',
  radiusSmall: '10px',
  /** The least height of anything pressed with a thumb. */
  target: '44px',
  font: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
} as const

/** The contrast that WCAG 2.2 AA requires for text. */
export const textContrast = 4.5

/**
 * The colours of a site. An organiser's accent (`#rrggbb`) is unchanged when text in it and on it is readable.
 * Otherwise it is made darker or lighter until it is, with the same hue (contract.md 24.2).
 */
export function themeOf(accent?: string): Theme {
  return accent === undefined
    ? { light, dark }
    : { light: accented(light, accent), dark: accented(dark, accent) }
}

function accented(palette: Palette, wished: Colour): Palette {
  const goal = luminance(palette.paper) > 0.5 ? '#000000' : '#ffffff'
  for (let step = 0; ; step += 1) {
    const accent = mix(wished, goal, step / 40)
    const accentSoft = mix(palette.card, accent, 0.12)
    const behind = [palette.paper, palette.card, accentSoft]
    if (step === 40 || behind.every(colour => contrast(accent, colour) >= textContrast)) {
      return { ...palette, accent, onAccent: textOn(accent), accentSoft }
    }
  }
}

/** Black or white, whichever has the higher contrast; that is always 4.5:1 or more. */
const textOn = (colour: Colour) =>
  contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000'

/** The contrast ratio of two colours (WCAG 2.2): from 1, equal, to 21, black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const to = channels(other)
  const mixed = channels(one).map((value, index) => value + ((to[index] ?? 0) - value) * share)
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

const channels = (colour: Colour) =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
