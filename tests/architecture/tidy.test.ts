import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { catalogues } from '../../src/core/words/catalogue.ts'
import { errorTable } from '../../src/core/error-table.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const below = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(file =>
    path.join(folder, file),
  )
const sources = below('src').filter(file => /\.tsx?$/.test(file))
const code = sources.filter(file => !file.endsWith('.test.ts'))

test('ARCHITECTURE.md names every folder of the source tree', () => {
  const text = read('ARCHITECTURE.md')
  const folders = below('src').filter(file => statSync(path.join(root, file)).isDirectory())
  const unnamed = folders.filter(folder => !text.includes(`${path.basename(folder)}/`))
  expect(unnamed).toEqual([])
})

test.each([
  ['src/web', 4],
  ['src/platform/http', 12],
])('%s has at most %i files outside of its rooms', (folder, most) => {
  const loose = readdirSync(path.join(root, folder)).filter(name => /\.tsx?$/.test(name))
  expect(loose.length).toBeLessThanOrEqual(most)
})

/** Made by `npm run generate`. */
const generated = new Set(['client/src/operations.ts', 'src/platform/db/tables.ts'])

test('a file is one idea, of at most 320 lines', () => {
  const files = [
    'src',
    'bench',
    'scripts',
    'client/src',
    'console/src',
    'door/src',
    'tests',
  ].flatMap(below)
  const long = files.filter(
    file =>
      /\.(tsx?|mjs|css)$/.test(file) &&
      !generated.has(file) &&
      read(file).split('\n').length - 1 > 320,
  )
  expect(long).toEqual([])
})

test('file names are kebab-case nouns or actions; there are no barrels and no utils', () => {
  const odd = sources.filter(
    file =>
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/.test(path.basename(file)) ||
      /(^|\/)(index|utils?|helpers?|common|misc)\.ts$/.test(file),
  )
  expect(odd).toEqual([])
})

test('every error code of the table is used somewhere', () => {
  const code = sources
    .filter(file => !file.includes('/error-rows/'))
    .map(read)
    .join('\n')
  const unused = Object.keys(errorTable).filter(name => !code.includes(`'${name}'`))
  expect(unused).toEqual([])
})

test('every sentence is used, and its key is written where it is', () => {
  const users = code.filter(file => !file.startsWith('src/core/words/'))
  const text = users.map(read).join('\n')
  const keys = Object.keys(catalogues.en)
  expect(keys.filter(key => !text.includes(`'${key}'`))).toEqual([])
  // A key that is put together from parts would be used without being found above.
  const assembled = users.filter(file => /\bt\(\s*`/.test(read(file)))
  expect(assembled).toEqual([])
})

test('what a site says of itself is read by siteSettings() alone', () => {
  const options =
    /\b(siteName|siteAccent|siteLogo|siteLanguage|mailFrom|termsUrl|termsVersion|imprintUrl|privacyUrl)\b/
  const readers = code.filter(
    file =>
      !/^src\/(config|access\/settings)\//.test(file) &&
      new RegExp(`config\\.${options.source}|config \\}[^\n]*${options.source}`).test(read(file)),
  )
  expect(readers).toEqual([])
})

test('only the configuration reads environment variables', () => {
  const readers = code.filter(file => /process\.env/.test(read(file)))
  expect(readers.filter(file => !['src/cli/run.ts'].includes(file))).toEqual([])
})

test('time is read from the clock only', () => {
  // Scripts in browsers have the visitor's clock.
  const own = sources.filter(file => !/(platform\/clock|\.test|\.island)\.ts$/.test(file))
  const readers = own.filter(file => /new Date\(\)|Date\.now\(\)/.test(read(file)))
  expect(readers).toEqual([])
})

test('a statement names its columns, so that a column added later does not change its result', () => {
  const whole = /\.(?:selectAll|returningAll)\(/
  expect(code.filter(file => whole.test(read(file)))).toEqual([])
  expect(whole.test(`.selectAll('t')`)).toBe(true)
})
