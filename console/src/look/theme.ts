import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { measures, type Palette, themeOf } from '../../../src/core/theme.ts'
import { site } from '../site.ts'

const { light, dark } = themeOf(site.accent || undefined)

/** Mantine wants ten shades. Ours has one for each purpose, which the resolvers below name. */
const ten = (colour: string): MantineColorsTuple =>
  Array.from({ length: 10 }, () => colour) as unknown as MantineColorsTuple

const tones = ['accent', 'good', 'warn', 'bad'] as const
type Tone = (typeof tones)[number]
const isTone = (name: unknown): name is Tone => tones.some(tone => tone === name)

/** Buttons, badges and the like, in the tokens of our pages. */
const variants: VariantColorsResolver = ({ color, variant }) => {
  const tone = isTone(color) ? color : 'accent'
  const plain = { border: '1px solid transparent', hover: 'var(--accent-soft)' }
  if (variant === 'filled') {
    const over = `color-mix(in srgb, var(--${tone}) 88%, var(--ink))`
    return { background: `var(--${tone})`, color: `var(--on-${tone})`, border: 'none', hover: over }
  }
  if (variant === 'light') {
    const soft = `var(--${tone}-soft)`
    return { ...plain, background: soft, color: `var(--${tone})`, hover: soft }
  }
  if (variant === 'subtle' || variant === 'transparent') {
    return { ...plain, background: 'transparent', color: `var(--${tone})` }
  }
  const border = `1px solid var(--${variant === 'outline' ? tone : 'line'})`
  const text = variant === 'outline' ? `var(--${tone})` : 'var(--ink)'
  return { background: 'var(--card)', color: text, border, hover: 'var(--paper)' }
}

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: ten(light.accent), good: ten(light.good), bad: ten(light.bad) },
  variantColorResolver: variants,
  fontFamily: measures.font,
  headings: { fontFamily: measures.font, fontWeight: '700' },
  defaultRadius: measures.radiusSmall,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Button: { defaultProps: { size: 'md', fz: 'md', h: 44 } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: { centered: true, radius: 18, closeButtonProps: { 'aria-label': 'Close' } },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

const colours = (palette: Palette) => ({
  '--paper': palette.paper,
  '--card': palette.card,
  '--ink': palette.ink,
  '--soft': palette.soft,
  '--line': palette.line,
  '--edge': palette.edge,
  '--accent': palette.accent,
  '--on-accent': palette.onAccent,
  '--accent-soft': palette.accentSoft,
  '--lamp': palette.lamp,
  '--good': palette.good,
  '--good-soft': palette.goodSoft,
  '--on-good': palette.card,
  '--warn': palette.warn,
  '--warn-soft': palette.warnSoft,
  '--on-warn': palette.card,
  '--bad': palette.bad,
  '--bad-soft': palette.badSoft,
  '--on-bad': palette.card,
  '--mantine-color-body': palette.card,
  '--mantine-color-text': palette.ink,
  '--mantine-color-dimmed': palette.soft,
  '--mantine-color-placeholder': palette.soft,
  '--mantine-color-anchor': palette.ink,
  '--mantine-color-error': palette.bad,
  '--mantine-color-default': palette.card,
  '--mantine-color-default-color': palette.ink,
  '--mantine-color-default-hover': palette.paper,
  '--mantine-color-default-border': palette.edge,
  '--mantine-color-accent-filled': palette.accent,
  '--mantine-color-accent-light': palette.accentSoft,
  '--mantine-color-accent-light-color': palette.accent,
  '--mantine-primary-color-filled': palette.accent,
  '--mantine-primary-color-contrast': palette.onAccent,
  '--mantine-primary-color-light': palette.accentSoft,
})

export const variables: CSSVariablesResolver = () => ({
  variables: { '--target': measures.target },
  light: colours(light),
  dark: colours(dark),
})
