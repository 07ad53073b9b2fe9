import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src')
const writes =
  /\b(insert\s+into|update|delete\s+from)\s+(pools|holds|shared_pools)\b|\b(insertInto|updateTable|deleteFrom)\(\s*'(pools|holds|shared_pools)\b/i
const written = (text: string) => writes.test(text)

test('only the inventory writes the tables of pools and holds', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const writers = files.filter(file => written(readFileSync(path.join(root, file), 'utf8')))
  expect(writers.sort()).toEqual([
    'ticketing/inventory/store.brought.ts',
    'ticketing/inventory/store.ts',
  ])
})

test.each([
  'insert into holds (cart_id) values (1)',
  'update pools p set held = 0',
  "tx.updateTable('pools').set({ held: 0 })",
  "tx.insertInto('holds as h')",
])('a write in another file would be caught: %s', text => {
  expect(written(text)).toBe(true)
})
