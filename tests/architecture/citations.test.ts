import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const below = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(ts|tsx|mjs|sql|md|js)$/.test(file))
    .map(file => path.join(folder, file))
const top = readdirSync(root).filter(file => file.endsWith('.md'))
const own = path.relative(root, import.meta.filename)
const texts = ['src', 'tests', 'bench', 'scripts', 'docs', 'migrations', 'bin']
  .flatMap(below)
  .filter(file => file !== own && !/^docs\/(\.vitepress|reference)\//.test(file))

/** `contract.md 8.1, 11.4` cites two rules; `contract.md` alone the whole page. */
const citation = /\b([a-z][a-z-]*|[A-Z]+|\d{4}[a-z0-9-]*)\.md\b((?:[ ,]+\d+(?:\.\d+[a-z]?)?)*)/g

type Citation = { file: string; page: string; rule: string | undefined }

function citationsIn(file: string, text: string): Citation[] {
  return [...text.matchAll(citation)].flatMap(([, page = '', numbers = '']) => {
    const rules = numbers.match(/\d+(?:\.\d+[a-z]?)?/g) ?? [undefined]
    return rules.map(rule => ({ file, page: `${page}.md`, rule }))
  })
}

function pageNamed(page: string): string | undefined {
  return ['.', 'docs', 'docs/decisions', 'docs/develop', 'docs/operate', 'docs/organise', 'deploy']
    .map(folder => path.join(folder, page))
    .find(existsIn)
}

const existsIn = (file: string) => existsSync(path.join(root, file))

/** Numbered rules begin a line (`8.1 Unit price …`) or head a section (`## 8. Money`). */
function has(page: string, rule: string): boolean {
  const heading = `^## ${rule}\\.? `
  return new RegExp(`^${rule.replace('.', '\\.')} |${heading}`, 'm').test(read(page))
}

function doesNotResolve({ page, rule }: Citation): boolean {
  const found = pageNamed(page)
  return found === undefined || (rule !== undefined && !has(found, rule))
}

test('every page and every numbered rule that is cited anywhere exists', () => {
  const cited = [...texts, ...top].flatMap(file => citationsIn(file, read(file)))
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(doesNotResolve)).toEqual([])
})

test.each(['contract.md 99.1', 'contract.md 8.1, 8.99', 'nothing.md', '0000-nothing.md'])(
  'a wrong citation of %s would be caught',
  text => {
    expect(citationsIn('planted.ts', text).some(doesNotResolve)).toBe(true)
  },
)

test('every link of a document leads to a file that exists', () => {
  const documents = [...top, ...below('docs').filter(file => file.endsWith('.md'))]
  const dead = documents.flatMap(file =>
    [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter(target => !existsIn(target))
      .map(target => `${file} → ${target}`),
  )
  expect(dead).toEqual([])
})

/** The anchors of a document: of its headings, as sites and repositories make them, and those it sets itself. */
function anchorsOf(file: string): Set<string> {
  const text = read(file)
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  const own = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...own])
}

test('every anchor that a document links to is there', () => {
  const documents = [...top, ...below('docs').filter(file => file.endsWith('.md'))]
  const links = documents.flatMap(file =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
      ([, target = '', anchor = '']) => ({
        file,
        target: target === '' ? file : path.join(path.dirname(file), target),
        anchor,
      }),
    ),
  )
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter(({ target, anchor }) => !anchorsOf(target).has(anchor))).toEqual([])
})
