import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

const root = path.resolve(import.meta.dirname, '../../src')

/** The files of the vocabulary, whose functions any text from outside may reach. */
export const coreFiles = readdirSync(path.join(root, 'core'))
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => `core/${file}`)

type Node = { type: string; start: number; end: number } & Record<string, any>

/** The exported functions of a source with a parameter that may be a text: its type names `string`, `unknown` or `Buffer`. */
export function textFunctionsIn(file: string, source: string): string[] {
  const exported = (parseSync(file, source).program.body as unknown as Node[]).flatMap(node =>
    node.type === 'ExportNamedDeclaration' && node['declaration']
      ? [node['declaration'] as Node]
      : [],
  )
  const functions = exported.flatMap((node): { name: string; made: Node }[] => {
    if (node.type === 'FunctionDeclaration') return [{ name: node['id'].name, made: node }]
    if (node.type !== 'VariableDeclaration') return []
    return node['declarations'].flatMap(({ id, init }: Node) =>
      init?.type === 'ArrowFunctionExpression' ? [{ name: id.name, made: init }] : [],
    )
  })
  const takesText = ({ made }: { made: Node }) =>
    made['params'].some((param: Node) =>
      /\b(?:string|unknown|Buffer)\b/.test(source.slice(param.start, param.end)),
    )
  return functions.filter(takesText).map(({ name }) => name)
}

/** The exported functions over texts of one file of `src/`. */
export const textFunctionsOf = (file: string): string[] =>
  textFunctionsIn(file, readFileSync(path.join(root, file), 'utf8'))
