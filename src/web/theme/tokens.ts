import { measures, type Palette, type Theme } from '../../core/theme.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const declared = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, value]) => `--${kebab(name)}:${value}`)
    .join(';')

/** The theme as custom properties of CSS, with dark values for visitors who prefer dark. */
export function tokens({ light, dark }: Theme): string {
  const { radius, radiusSmall, target, font } = measures
  return `:root{color-scheme:light dark;${declared(light)};--radius:${radius};--radius-small:${radiusSmall};--target:${target};--shadow:0 1px 2px #0001,0 8px 24px #2a1a3312;--font:${font}}
@media(prefers-color-scheme:dark){:root{${declared(dark)};--shadow:none}}
@media print{:root{color-scheme:light;${declared(light)};--shadow:none}}
`
}
