import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { logoName } from '../../access/settings/rules.ts'
import type { Logo } from '../../core/site-settings.ts'
import type { Encoded } from '../../platform/http/answer/encodings.ts'

type File = { readonly body: Buffer; readonly type: string }
/** A file with the encodings of it that were sent so far. */
type Asset = File & { readonly encoded: Encoded }

/** A script of web/islands: its text for pages that contain it, and the path of its file for others. */
export type Script = { readonly text: string; readonly path: string }

/** The files that a page names. */
export type Assets = {
  /** Path of the icon that browsers show beside the title. */
  readonly icon: string
  /** Path of the logo, if the site has one. */
  readonly logo: string | undefined
  /** The script with this name; undefined when scripts were not built. Pages work without them. */
  readonly script: (name: string) => Script | undefined
}

/** Files of pages, with a hash of their content in their names, so that browsers can keep them for ever. */
export type AssetStore = {
  readonly find: (file: string) => Asset | undefined
  /** Adds the look of the site. Files of earlier looks stay: pages in browsers and in shared caches name them. */
  readonly with: (look: Look) => Assets
}

const logoTypes: Readonly<Record<Logo['extension'], string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
}

export type Look = {
  /** The site's mark as SVG; a configured logo replaces it. */
  icon: string
  logo: Logo | undefined
}

/** The most earlier looks whose files are kept. */
const looksMost = 20

/** `base` is the path of the site's root. */
export function createAssets(base: string): AssetStore {
  const files = new Map<string, Asset>()
  const looks: string[] = []
  const pathOf = (name: string) => `${base}/assets/${name}`
  const scripts = new Map<string, Script>()
  for (const [name, content] of builtIslands()) {
    files.set(name, { body: content, type: 'text/javascript; charset=UTF-8', encoded: {} })
    const [, island = ''] = /^(.+)\.island-/.exec(name) ?? []
    scripts.set(island, { text: content.toString().trim(), path: pathOf(name) })
  }
  const addLook = (name: string, file: File) => {
    if (!files.has(name)) {
      files.set(name, { ...file, encoded: {} })
      looks.push(name)
      if (looks.length > looksMost) files.delete(looks.shift() ?? '')
    }
    return pathOf(name)
  }
  return {
    find: file => files.get(file),
    with: ({ icon, logo }) => {
      const sign = Buffer.from(icon)
      const logoPath =
        logo && addLook(logoName(logo), { body: logo.content, type: logoTypes[logo.extension] })
      const type = 'image/svg+xml'
      return {
        logo: logoPath,
        icon: logoPath ?? addLook(`icon-${hashOf(sign)}.svg`, { body: sign, type }),
        script: name => scripts.get(name),
      }
    },
  }
}

const hashOf = (content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 12)

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
