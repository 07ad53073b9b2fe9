// Database: none.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const model = read('docs/threat-model.md')
const rows = [...model.matchAll(/`((?:tests|src)\/[\w./-]+\.test\.ts)` “([^”]+)”/g)]
const cited = rows.map(([, file = '', name = '']) => ({ file, name }))

/** Whether the file has a test of this name: the text in quotes directly after `test(`. */
function hasTest(file: string, name: string): boolean {
  if (!existsSync(path.join(root, file))) return false
  const source = read(file)
  return ["'", '"', '`'].some(quote => {
    const at = source.indexOf(`${quote}${name}${quote},`)
    const before = source.slice(Math.max(0, at - 6000), Math.max(0, at))
    return /test(?:\.each[^]*)?\(\s*$/.test(before) && !/describe\(\s*$/.test(before)
  })
}

test('the threat model names a test for every threat, except where there is nothing to attack', () => {
  const threats = model
    .split('\n')
    .filter(line => /^\|.*\|.*\|.*\|$/.test(line))
    .filter(line => !/^\| threat \||^\|---/.test(line))
  const bare = threats.filter(line => !/`[^`]+\.test\.ts` “/.test(line))
  expect(threats.length).toBeGreaterThan(50)
  expect(bare.map(line => line.split('|')[1]?.trim())).toEqual(['formulas in spreadsheets'])
})

test.each(cited)('$file has the test “$name”', ({ file, name }) => {
  expect(hasTest(file, name)).toBe(true)
})

test('a cited test that does not exist would be caught', () => {
  expect(hasTest('tests/security/threat-model.test.ts', 'a test that nobody wrote')).toBe(false)
  expect(hasTest('tests/security/headers.test.ts', 'cookies')).toBe(false)
  expect(hasTest('tests/security/nowhere.test.ts', 'anything')).toBe(false)
})

test('the threat model is linked from where people look', () => {
  for (const file of ['SECURITY.md', 'README.md'])
    expect(read(file)).toContain('docs/threat-model.md')
})
