import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

type Asset = { readonly body: Buffer; readonly type: string }

/** Files that pages need, by names that say what is in them, so that browsers keep them for good. */
export type Assets = {
  /** Path of the style sheet. */
  readonly style: string
  /** Path of the sign that browsers show beside the title. */
  readonly icon: string
  /** Path of the logo, if the site has one. */
  readonly logo: string | undefined
  /** Path of the script with this name; undefined where scripts were not built. Pages are complete without. */
  readonly script: (name: string) => string | undefined
  readonly find: (file: string) => Asset | undefined
}

const logoTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

export type AssetOptions = {
  /** The path below which the site is. */
  base: string
  css: string
  /** SVG; the logo stands in its place where there is one. */
  icon: string
  /** Read at once; empty without a logo. */
  logoFile: string
}

export function createAssets({ base, css, icon, logoFile }: AssetOptions): Assets {
  const files = new Map<string, Asset>()
  const add = (name: string, asset: Asset) => {
    files.set(name, asset)
    return `${base}/assets/${name}`
  }
  const body = Buffer.from(css)
  const style = add(`style-${hashOf(body)}.css`, { body, type: 'text/css; charset=UTF-8' })
  const scripts = new Map<string, string>()
  for (const [name, content] of builtIslands()) {
    const script = { body: content, type: 'text/javascript; charset=UTF-8' }
    const [, island = ''] = /^(.+)\.island-/.exec(name) ?? []
    scripts.set(island, add(name, script))
  }
  const logo = logoFile === '' ? undefined : logoAsset(logoFile)
  const sign = Buffer.from(icon)
  const logoPath = logo && add(logo.name, logo)
  return {
    style,
    logo: logoPath,
    icon: logoPath ?? add(`icon-${hashOf(sign)}.svg`, { body: sign, type: 'image/svg+xml' }),
    script: name => scripts.get(name),
    find: file => files.get(file),
  }
}

const hashOf = (content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 12)

function logoAsset(file: string): Asset & { name: string } {
  const extension = path.extname(file).toLowerCase()
  const type = logoTypes[extension]
  if (!type) throw new Error(`SITE_LOGO must be an SVG, PNG or WebP file: ${file}`)
  const body = readFileSync(file)
  return { name: `logo-${hashOf(body)}${extension}`, body, type }
}

/** What `npm run build` made of web/islands, wherever this module runs from. */
function builtIslands(): [name: string, content: Buffer][] {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder)
    if (above === folder) return []
    folder = above
  }
  const built = path.join(folder, 'dist/islands')
  if (!existsSync(built)) return []
  const names = readdirSync(built).filter(name => name.endsWith('.js'))
  return names.map(name => [name, readFileSync(path.join(built, name))])
}
