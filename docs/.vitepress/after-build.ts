import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteConfig } from 'vitepress'

/** Links to a heading that its page does not have, as `page → link`. VitePress itself checks pages only. */
export function deadAnchors(outDir: string): string[] {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.html'),
  )
  const pages = new Map(
    files.map(file => [`/${file}`, readFileSync(path.join(outDir, file), 'utf8')]),
  )
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/href="([^"#:]*)#([^"]+)"/g)]
      .filter(([, target = '', anchor = '']) => {
        const address = new URL(target, `http://site${page}`).pathname
        const file = address.endsWith('/') ? `${address}index.html` : address
        return !pages.get(file)?.includes(`id="${decodeURIComponent(anchor)}"`)
      })
      .map(([, target, anchor]) => `${page} → ${target}#${anchor}`),
  )
}

/** `llms.txt` (the contents, a line for each page), the text of each page beside its HTML, and the OpenAPI document. */
export function writeForMachines({ srcDir, outDir, pages, dynamicRoutes, site }: SiteConfig) {
  const made = new Map(dynamicRoutes.routes.map(({ path: page, content }) => [page, content]))
  const lines = pages
    .filter(page => page !== 'index.md')
    .toSorted((one, other) => one.localeCompare(other))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(page => {
      const text = made.get(page) ?? withIncluded(path.join(srcDir, page))
      const target = path.join(outDir, page)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
      const title = /^# (.*)$/m.exec(text)?.[1] ?? page
      return `- [${title}](/${page}): ${firstSentence(text)}`
    })
  const head = `# ${site.title}\n\n> ${site.description}\n\nThe interface as OpenAPI 3.1: /openapi.json\n`
  writeFileSync(path.join(outDir, 'llms.txt'), `${head}\n${lines.join('\n')}\n`)
  copyFileSync(path.join(srcDir, 'openapi.json'), path.join(outDir, 'openapi.json'))
}

/** Guides first, then the reference, then decisions, which few need. */
function placeOf(page: string): number {
  const place = ['start', 'develop/', 'operate/', 'reference/', 'decisions/'].findIndex(beginning =>
    page.startsWith(beginning),
  )
  return place === -1 ? 2.5 : place
}

/** The text of a page, with the file that it includes in the place of the line that says so. */
function withIncluded(file: string): string {
  return readFileSync(file, 'utf8').replace(/<!--@include: (\S+)-->/g, (_, included: string) =>
    readFileSync(path.join(path.dirname(file), included), 'utf8'),
  )
}

function firstSentence(text: string): string {
  const paragraph = text
    .replace(/^---\n.*?\n---\n/s, '')
    .split(/\n\n+/)
    .find(part => /^(?!```)[A-Z`*[]/.test(part) && !part.startsWith('Made by '))
  return (paragraph ?? '').replaceAll('\n', ' ').replace(/(?<=[a-z`)]\.) .*/, '')
}
