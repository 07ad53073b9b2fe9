import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'
import { words } from '../../src/core/when-words.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A regular expression of the source. `text` is as it is written: `/a+b/gi`. */
export type Pattern = { file: string; text: string; source: string; flags: string }

/** What one file says with `new RegExp`, whose pattern can be read only where it runs. */
export type MadePattern = { file: string; text: string }

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map(file => path.join('src', file))
  .sort()

/** Every regular expression in one source. */
export function patternsIn(
  file: string,
  source: string,
): { literal: Pattern[]; made: MadePattern[] } {
  const literal: Pattern[] = []
  const made: MadePattern[] = []
  const making = (callee: unknown, start: number, end: number) => {
    const { type, name } = callee as { type: string; name?: string }
    if (type === 'Identifier' && name === 'RegExp') {
      made.push({ file, text: source.slice(start, end) })
    }
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      literal.push({ file, text: `/${pattern}/${flags}`, source: pattern, flags })
    },
    NewExpression: ({ callee, start, end }) => making(callee, start, end),
    CallExpression: ({ callee, start, end }) => making(callee, start, end),
  }).visit(parseSync(file, source).program)
  return { literal, made }
}

/** Every regular expression in `src/`. */
export function patternsOfSource() {
  const found = sources.map(file => patternsIn(file, readFileSync(path.join(root, file), 'utf8')))
  return {
    literal: found.flatMap(({ literal }) => literal),
    made: found.flatMap(({ made }) => made),
  }
}

/** Whether a pattern repeats something without an end. One that does not takes a bounded number of steps at each character. */
export const repeats = (source: string): boolean =>
  /[*+]|\{\d+,\}/.test(source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x'))

/**
 * Patterns that take more than linear time, with the reason why their texts are short. Everything else is proved to be
 * linear (docs/decisions/0062).
 */
export const boundedPatterns: Readonly<Record<string, string>> = {
  [String.raw`/(file:\/\/\S+?\.js):(\d+):(\d+)/`]: 'one frame of a stack trace of our program',
  [String.raw`/\B(?=(\d{3})+$)/g`]: 'the digits of an amount, which are at most 16',
}

/** Files that put patterns together where they run, and why those take linear time. */
export const makingPatterns: Readonly<Record<string, string>> = {
  'src/access/team/save-grant.ts': 'of a constant, and repeats at most 60 times',
  'src/catalogue/events/filters.ts': 'of a constant, and repeats at most twice',
  'src/cli/accounts.ts': 'of a constant, and repeats at most 60 times',
  'src/core/when-words.ts': 'of constants; `words` is proved like the others',
  'src/messaging/feeds/rules.ts': 'of constants without a repetition',
  'src/platform/http/request/coerce.ts': 'of names that a route declares, without a repetition',
  'src/platform/http/request/unknown-parameters.ts':
    'of names that a route declares, without a repetition',
  'src/platform/http/request/validation.ts': 'of names that a route declares, without a repetition',
}

/** The patterns to prove: those that repeat without an end and are not known to meet short texts only. */
export function patternsToProve(): Pattern[] {
  const ofWords = words.map(({ pattern: { source, flags } }) => ({
    file: 'src/core/when-words.ts',
    text: `/${source}/${flags}`,
    source,
    flags,
  }))
  const all = [...patternsOfSource().literal, ...ofWords]
  const unproved = all.filter(({ text, source }) => repeats(source) && !(text in boundedPatterns))
  return [...new Map(unproved.map(pattern => [pattern.text, pattern])).values()].sort((a, b) =>
    a.text < b.text ? -1 : 1,
  )
}

/**
 * Proves that a pattern takes linear time on every text, from each place in it. Throws with a text on which it does not.
 * A pattern that looks ahead or behind cannot be proved; such a one is attacked instead, with texts made from it.
 */
export async function prove({ file, text, source, flags }: Pattern): Promise<void> {
  const found = await check(source, flags.replace('v', 'u'), { timeout: 60_000 })
  if (found.status === 'safe') return
  const said =
    found.status === 'vulnerable'
      ? `takes ${found.complexity.summary} time, on ${found.attack.pattern.slice(0, 200)}`
      : `was not proved: ${found.error.kind}`
  throw new Error(`${file}: ${text} ${said}. A stranger's text could stop the process.`)
}

/** The file of the patterns that were proved. `npm run generate` proves new ones and leaves out those that are gone. */
export const provedFile = 'tests/architecture/proved-patterns.json'

export const provedPatterns = (): string[] =>
  JSON.parse(readFileSync(path.join(root, provedFile), 'utf8'))
