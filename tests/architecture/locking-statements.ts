import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** A function that locks rows, or that finds the rows it writes through other rows, as `folder/file.ts#function`. */
export type LockingStatement = { name: string; text: string }

const locks =
  /\bfor\s+(no\s+key\s+)?update\b|\bfor\s+(key\s+)?share\b|\.for(NoKey)?Update\(|\.for(Key)?Share\(/i
// In one template: the statement writes one table and reads another row source.
const joins =
  /\bupdate\s+\w+[^`]*\bset\b[^`]*\b(from|select)\b|\bdelete\s+from\s+\w+[^`]*\b(using|select)\b/i

/** All such functions in a source file. */
export function lockingStatements(root: string, file: string): LockingStatement[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  return declarations(file, source)
    .filter(({ text }) => locks.test(text) || joins.test(text))
    .map(({ name, text }) => ({ name: `${file.replace(/^src\//, '')}#${name}`, text }))
}

function declarations(file: string, source: string) {
  return parseSync(file, source).program.body.flatMap(node => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    const text = source.slice(node.start, node.end)
    if (declared?.type === 'FunctionDeclaration') return [{ name: declared.id?.name ?? '', text }]
    if (declared?.type !== 'VariableDeclaration') return []
    const [{ id } = { id: undefined }] = declared.declarations
    return id?.type === 'Identifier' ? [{ name: id.name, text }] : []
  })
}

/** The query that a lock belongs to: from `for update` back to the `select` at the same level of parentheses. */
function lockedQueries(statement: string): string[] {
  const clauses = statement.matchAll(/\bfor\s+(no\s+key\s+update|update|key\s+share|share)\b/gi)
  return [...clauses].map(({ index }) => {
    let depth = 0
    let start = index
    while (start > 0 && depth >= 0) {
      start -= 1
      if (statement[start] === ')') depth += 1
      if (statement[start] === '(') depth -= 1
    }
    return statement.slice(depth < 0 ? start + 1 : 0, index)
  })
}

/** `array(…)` is evaluated before anything is locked, so its content does not matter. */
function withoutArrays(query: string): string {
  let text = query
  for (let at = text.search(/\barray\s*\(/i); at >= 0; at = text.search(/\barray\s*\(/i)) {
    let depth = 0
    let end = text.indexOf('(', at)
    do {
      if (text[end] === '(') depth += 1
      if (text[end] === ')') depth -= 1
      end += 1
    } while (depth > 0 && end < text.length)
    text = `${text.slice(0, at)}read${text.slice(end)}`
  }
  return text
}

/** The same for statements built with Kysely. */
const builtByJoin = /\.(inner|left|right|full|cross)Join\([^]*?\.for(NoKey|Key)?(Update|Share)\(/

/**
 * Whether a locking statement finds its rows through others: `in (select …)`, `exists (…)`, a join.
 * PostgreSQL drops joined rows that it had to wait for; `= any(array(select …))` is evaluated first and is
 * safe.
 */
export function locksByJoin(text: string): boolean {
  if (builtByJoin.test(text)) return true
  const statements = [...text.matchAll(/sql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, one = '']) => one)
  return statements
    .flatMap(lockedQueries)
    .map(withoutArrays)
    .some(query =>
      /\bjoin\b|\b(in|exists|any)\s*\(\s*(select|\$\{)|\bfrom\s+\w+(\s+\w+)?\s*,/i.test(
        bare(query),
      ),
    )
}

/** `any(${ids}::bigint[])` is a value, not a query. */
const bare = (query: string) => query.replaceAll(/any\(\$\{[^}]*\}(::\w+(\[\])?)?\)/g, 'value')

/**
 * Whether a statement limits the rows that it locks where its plan may run that part more than once, and so lock
 * more of them: in a sub-select of another statement that is neither `materialized` nor one value.
 */
export function limitsInLoop(text: string): boolean {
  const statements = [...text.matchAll(/sql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, one = '']) => one)
  return statements.some(statement =>
    [...statement.matchAll(/\blimit\b[^()]*?\bfor\s+(no\s+key\s+)?update\b/gi)].some(
      ({ index }) => {
        const before = enclosing(statement, index)
        return (
          before.length > 0 && !before.some(text => /(as\s+materialized|=|any)\s*$/i.test(text))
        )
      },
    ),
  )
}

/** What stands before each parenthesis that is open at this place. */
function enclosing(statement: string, end: number): string[] {
  const open: number[] = []
  for (let at = 0; at < end; at += 1) {
    if (statement[at] === '(') open.push(at)
    if (statement[at] === ')') open.pop()
  }
  return open.map(at => statement.slice(0, at))
}
