import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type SiteConfig } from 'vitepress'
import { deadAnchors, writeForMachines } from './after-build.ts'
import { sidebar } from './sidebar.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string
}

/** The documentation site: everything under docs/, searched in the browser, nothing fetched from elsewhere. */
export default defineConfig({
  title: 'Marquee',
  description: 'Self-hosted events and ticketing: catalogue, shop and door.',
  lang: 'en',
  outDir: path.join(root, 'dist/site'),
  cacheDir: path.join(root, 'dist/site-cache'),
  srcExclude: ['decisions/0000-template.md'],
  vite: { logLevel: 'warn' },
  // Example addresses in sentences are no links.
  markdown: { linkify: false },
  // The addresses in the guides are those of a service on the reader's own machine.
  ignoreDeadLinks: 'localhostLinks' as const,
  // Tables of long names take the room of the outline.
  transformPageData: ({ relativePath, frontmatter }) =>
    /^(errors|configuration|benchmarks|reference\/index)\.md$/.test(relativePath)
      ? { frontmatter: { ...frontmatter, aside: false } }
      : undefined,
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Developers', link: '/develop/selling', activeMatch: '/develop/' },
      { text: 'Organisers', link: '/organise/console', activeMatch: '/organise/' },
      { text: 'Operators', link: '/operate/install', activeMatch: '/operate/' },
      { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
      { text: version, link: '/changelog' },
    ],
    sidebar: sidebar(path.join(root, 'docs')),
    outline: [2, 3],
  },
  async buildEnd(site: SiteConfig) {
    const dead = deadAnchors(site.outDir)
    if (dead.length > 0) throw new Error(`No such anchor: ${dead.join(', ')}`)
    writeForMachines(site)
  },
})
