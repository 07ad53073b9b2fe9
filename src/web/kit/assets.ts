import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Encoded } from '../../platform/http/answer/encodings.ts'

type File = { readonly body: Buffer; readonly type: string }
/** A file with the encodings of it that were sent so far. */
type Asset = File & { readonly encoded: Encoded }

/** A script of web/islands: its text for pages that contain it, and the path of its file for others. */
export type Script = { readonly text: string; readonly path: string }

/** Files of pages, with a hash of their content in their names, so that browsers can keep them for ever. */
export type Assets = {
  /** Path of the icon that browsers show beside the title. */
  readonly icon: string
  /** Path of the logo, if the site has one. */
  readonly logo: string | undefined
  /** The script with this name; undefined when scripts were not built. Pages work without them. */
  readonly script: (name: string) => Script | undefined
  readonly find: (file: string) => Asset | undefined
}

const logoTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

export type AssetOptions = {
  /** The path of the site's root. */
  base: string
  /** The site's mark as SVG; a configured logo replaces it. */
  icon: string
  /** Read at the start; empty without a logo. */
  logoFile: string
}

export function createAssets({ base, icon, logoFile }: AssetOptions): Assets {
  const files = new Map<string, Asset>()
  const add = (name: string, file: File) => {
    files.set(name, { ...file, encoded: {} })
    return `${base}/assets/${name}`
  }
  const scripts = new Map<string, Script>()
  for (const [name, content] of builtIslands()) {
    const script = { body: content, type: 'text/javascript; charset=UTF-8' }
    const [, island = ''] = /^(.+)\.island-/.exec(name) ?? []
    scripts.set(island, { text: content.toString().trim(), path: add(name, script) })
  }
  const logo = logoFile === '' ? undefined : logoAsset(logoFile)
  const sign = Buffer.from(icon)
  const logoPath = logo && add(logo.name, logo)
  return {
    logo: logoPath,
    icon: logoPath ?? add(`icon-${hashOf(sign)}.svg`, { body: sign, type: 'image/svg+xml' }),
    script: name => scripts.get(name),
    find: file => files.get(file),
  }
}

const hashOf = (content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 12)

function logoAsset(file: string): File & { name: string } {
  const extension = path.extname(file).toLowerCase()
  const type = logoTypes[extension]
  if (!type) throw new Error(`SITE_LOGO must be an SVG, PNG or WebP file: ${file}`)
  const body = readFileSync(file)
  return { name: `logo-${hashOf(body)}${extension}`, body, type }
}

/** The scripts built from web/islands by `npm run build`, wherever this module runs from. */
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
