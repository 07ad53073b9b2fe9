import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)

/** Names that the interface inherited. Inside, they are `eventId`, `cartSecret` and `nonce`. */
const wireNames =
  /\b(post_id|cart_hash|(add|edit|remove)_ticket_nonce|expected_tickets|failed_status|sandbox_outcome)\b/

/** The files that translate: what is sent and answered, and what an old site exported, has these names there. */
const translates = /(^|\/)(schema|view|routes)(\.[\w-]+)?\.tsx?$|^importing\/sources\//

/** Texts for clients that name parameters, demo data that is sent through the interface, and examples made by a script. */
const speakToClients = new Set([
  'cli/seed-call.ts',
  'cli/seed-orders.ts',
  'cli/seed.ts',
  'core/error-rows/shop.ts',
  'web/docs/example-bodies.ts',
])

/** The inherited names in a source, outside of comments. */
function wireNamesIn(source: string): string[] {
  const names: string[] = []
  const look = (text: string) => {
    const [name] = wireNames.exec(text) ?? []
    if (name !== undefined) names.push(name)
  }
  new Visitor({
    Identifier: ({ name }) => look(name),
    Literal: ({ value }) => {
      if (typeof value === 'string') look(value)
    },
    TemplateElement: ({ value }) => look(value.raw),
  }).visit(parseSync('source.tsx', source).program)
  return names
}

test('names of the wire end in schema, view and routes', () => {
  const inside = sources.filter(file => !translates.test(file) && !speakToClients.has(file))
  const found = inside.flatMap(file =>
    wireNamesIn(readFileSync(path.join(root, file), 'utf8')).map(name => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('the files that speak to clients need to', () => {
  const idle = [...speakToClients].filter(
    file => wireNamesIn(readFileSync(path.join(root, file), 'utf8')).length === 0,
  )
  expect(idle).toEqual([])
})

test.each([
  ['a member that is read', 'const id = body.post_id', 'post_id'],
  ['a member that is taken apart', 'const { cart_hash: secret } = body', 'cart_hash'],
  ['a member of a type', 'type Sale = { sandbox_outcome: string }', 'sandbox_outcome'],
  ['a key of a refusal', 'failParams({ edit_ticket_nonce: problem })', 'edit_ticket_nonce'],
  ['a sentence', 'fail(`Send ${one} as post_id.`)', 'post_id'],
])('%s is caught', (_, planted, name) => {
  expect(wireNamesIn(planted)).toEqual([name])
  expect(wireNamesIn(`// ${planted}`)).toEqual([])
})
