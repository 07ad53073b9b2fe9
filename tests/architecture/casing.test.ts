import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

/** The object types of a source whose members are partly in camelCase and partly in snake_case. */
function mixedTypes(file: string, source: string): string[] {
  const mixed: string[] = []
  new Visitor({
    TSTypeLiteral({ members }) {
      const names = members.flatMap(member =>
        member.type === 'TSPropertySignature' && member.key.type === 'Identifier'
          ? [member.key.name]
          : [],
      )
      const snake = names.filter(name => name.includes('_'))
      const camel = names.filter(name => /[a-z][A-Z]/.test(name))
      if (snake.length > 0 && camel.length > 0) mixed.push(`${file}: ${camel[0]}, ${snake[0]}`)
    },
  }).visit(parseSync(file, source).program)
  return mixed
}

test('a type is in snake_case, as rows and requests are, or in our camelCase, and never in both (docs/decisions/0030)', () => {
  const found = sources.map(file => mixedTypes(file, readFileSync(path.join(root, file), 'utf8')))
  expect(found.flat()).toEqual([])
})

test('a planted type in both casings is caught', () => {
  expect(mixedTypes('a.ts', 'type Line = { ticketId: number; event_id: number }')).toEqual([
    'a.ts: ticketId, event_id',
  ])
  expect(mixedTypes('a.ts', 'type Row = { ticket_id: number; quantity: number }')).toEqual([])
})
