import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const sources = ['src', 'tests', 'bench', 'scripts', 'client/src'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => path.join(folder, file)),
)

/** Types that say what happened to something, and not what it is. A type is a noun: `CartRequest`, not `Asked`. */
const refusedTypes = new Set([
  'Answered',
  'Asked',
  'Found',
  'Given',
  'Held',
  'Kept',
  'Known',
  'Made',
  'Named',
  'Seen',
  'Sent',
  'Settling',
  'Shown',
  'Taken',
  'Told',
  'Wanted',
  // Each had several meanings.
  'Place',
  'Seat',
])

/** What a function receives is `Deps`, `Context` or what it is. */
const isRefused = (name: string) => refusedTypes.has(name) || name.endsWith('Means')

/** Locals that say the same of whatever they hold: `order`, not `known`. */
const refusedLocals = new Set(['asked', 'found', 'known', 'sent'])

/** The locals of a source whose names `docs/writing.md` refuses. Most sources have none of the words and are not parsed. */
function refusedLocalsIn(file: string, source: string): string[] {
  if (!/\b(asked|found|known|sent)\b/.test(source)) return []
  const refused: string[] = []
  const bind = (pattern: unknown): void => {
    const node = pattern as Record<string, unknown> & { type?: string }
    if (node?.type === 'Identifier' && refusedLocals.has(node['name'] as string)) {
      refused.push(`${file}: ${String(node['name'])}`)
    }
    const inner = { ObjectPattern: 'properties', ArrayPattern: 'elements' }[node?.type ?? '']
    if (inner) for (const part of node[inner] as unknown[]) bind(part)
    bindNext(node)
  }
  const bindNext = (node: Record<string, unknown> & { type?: string }) => {
    if (node?.type === 'Property') bind(node['value'])
    if (node?.type === 'AssignmentPattern') bind(node['left'])
    if (node?.type === 'RestElement') bind(node['argument'])
  }
  const bindAll = ({ params }: { params: readonly unknown[] }) => params.forEach(bind)
  new Visitor({
    VariableDeclarator: ({ id }) => bind(id),
    FunctionDeclaration: bindAll,
    FunctionExpression: bindAll,
    ArrowFunctionExpression: bindAll,
  }).visit(parseSync(file, source).program)
  return refused
}

const mayRefuse = new RegExp(`\\b(${[...refusedTypes].join('|')}|\\w*Means)\\b`)

/** The types of a source whose names `docs/writing.md` refuses. Most sources have none of the words and are not parsed. */
function refusedIn(file: string, source: string): string[] {
  if (!mayRefuse.test(source)) return []
  const refused: string[] = []
  const look = ({ id }: { id: { name: string } | null }) => {
    if (id && isRefused(id.name)) refused.push(`${file}: ${id.name}`)
  }
  new Visitor({
    TSTypeAliasDeclaration: look,
    TSInterfaceDeclaration: look,
    ClassDeclaration: look,
  }).visit(parseSync(file, source).program)
  return refused
}

test('types are nouns of the field (docs/writing.md)', () => {
  const found = sources.map(file => refusedIn(file, readFileSync(path.join(root, file), 'utf8')))
  expect(found.flat()).toEqual([])
})

test('locals are named after what they hold (docs/writing.md)', () => {
  const own = sources.filter(file => file.startsWith('src/') && !/\.test\.tsx?$/.test(file))
  const found = own.map(file => refusedLocalsIn(file, readFileSync(path.join(root, file), 'utf8')))
  expect(found.flat()).toEqual([])
})

test.each([
  'const found = await findOrder(id)',
  'const { order: found } = await load(id)',
  'const [{ found = {} }] = rows',
  'const send = (found: Order) => found.id',
  'function send({ found }: Request, ...rest: Order[]) {}',
])('the planted local of %s is caught', planted => {
  expect(refusedLocalsIn('a.ts', planted)).toEqual(['a.ts: found'])
  expect(refusedLocalsIn('a.ts', planted.replaceAll('found', 'order'))).toEqual([])
})

test.each(['Asked', 'Means', 'PageMeans', 'Place'])('a planted type %s is caught', name => {
  expect(refusedIn('a.ts', `export type ${name} = { id: number }`)).toEqual([`a.ts: ${name}`])
  expect(refusedIn('a.ts', `class ${name} {}`)).toEqual([`a.ts: ${name}`])
  expect(refusedIn('a.ts', `type Line = { at: 'Place' }\nconst ${name} = 1`)).toEqual([])
})
