// Database: none.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

const block = 4096

/** The room of a package's own files on a disk, in bytes. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const at = path.join(folder, entry.name)
      if (entry.isDirectory()) return sum + sizeOf(at)
      return entry.isFile() ? sum + Math.ceil(statSync(at).size / block) * block : sum
    }, 0)

test('the packages of an installation take no more room than operating.md says', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const shipped = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages)
    .filter(
      ([installation, { dev, devOptional }]) =>
        installation.startsWith('node_modules/') && !dev && !devOptional,
    )
    .map(([installation]) => path.join(root, installation))
    .filter(folder => existsSync(folder))
  const mebibytes = shipped.reduce((sum, folder) => sum + sizeOf(folder), 0) / 2 ** 20
  const documented = /take (\d+) MiB/.exec(
    readFileSync(path.join(root, 'docs/operating.md'), 'utf8').replace(/\s+/g, ' '),
  )
  expect(mebibytes).toBeGreaterThan(50)
  expect(mebibytes).toBeLessThanOrEqual(Number(documented?.[1]))
})
