import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { leftPromises } from './left-promises.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('no promise is left alone while another one is awaited, so that no lost connection ends the process', () => {
  const files = ['src', 'console/src', 'door/src'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /(?<!\.test)\.tsx?$/.test(file))
      .map(file => path.join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(500)
  const left = files.flatMap(file =>
    leftPromises(readFileSync(path.join(root, file), 'utf8')).map(name => `${file}: ${name}`),
  )
  expect(left).toEqual([])
})

test.each([
  ['const a = one(); await two(); await a', ['a']],
  ['const a = one(); return [...(await two()), ...(await a)]', ['a']],
  ['const a = one(); const b = await two(); await Promise.all([a, b])', ['a']],
  ['const a = one(); const b = two(); await Promise.all([a, b])', []],
  ['const a = one(); a.catch(() => {}); await two(); await a', []],
  ['const a = one(); await two(a); return a', []],
])('of "%s" are left %j', (text, names) => {
  expect(leftPromises(`async function f() { ${text} }`)).toEqual(names)
})
