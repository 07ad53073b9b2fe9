// Database: none.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const child = path.join(import.meta.dirname, 'young-space-child.ts')

test('a thread with a small space for young objects has it whatever the command line says, and the next thread has not', () => {
  const options = ['--max-semi-space-size=32', '--import', 'tsx']
  const said = execFileSync(process.execPath, [...options, child], { encoding: 'utf8' })
  const [small = 0, usual = 0] = said.trim().split('\n').map(Number)
  expect(small).toBeLessThanOrEqual(32)
  expect(usual).toBeGreaterThan(small)
})
