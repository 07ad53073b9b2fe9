import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** What the first line of a test file may say about its databases; without such a line it runs on all. */
const sayings = {
  none: '// Database: none.',
  embedded: '// Database: in the short run the embedded one alone.',
  server: '// Database: in the short run a server alone, where there is one.',
} as const

export type Saying = keyof typeof sayings

const words = Object.keys(sayings) as Saying[]

/** The meaning of a first line. Throws when it begins like such a line but is not known. */
export function sayingOf(firstLine: string): Saying | undefined {
  const said = words.find(word => sayings[word] === firstLine)
  if (said || !/^\/\/\s*database\b/i.test(firstLine)) return said
  throw new Error(`"${firstLine}" is none of: ${Object.values(sayings).join(' ')}`)
}

/**
 * The test files whose first line says so, relative to the repository. The line is in the file, so it moves
 * with the file.
 */
export function filesSaying(saying: Saying): string[] {
  return testFiles().filter(file => sayingOf(firstLineOf(file)) === saying)
}

const firstLineOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8').split('\n', 1).join('')

const testFiles = () =>
  ['src', 'tests'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.test.ts'))
      .map(file => path.join(folder, file)),
  )
