// Database: none.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/platform/clock.ts'
import { builtConsole } from '../../../src/web/kit/built-console.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'marquee-console-'))
const folder = path.join(root, 'dist/console')
const console = builtConsole(systemClock, folder)
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a console that nobody built is missing, and says whether its packages are', () => {
  expect(console.state()).toEqual({ is: 'missing', canBeBuilt: false })
  mkdirSync(path.join(root, 'node_modules/vite'), { recursive: true })
  writeFileSync(path.join(root, 'node_modules/vite/package.json'), '{}')
  expect(console.state()).toEqual({ is: 'missing', canBeBuilt: true })
})

test('while it is being built it says so, and not for ever', () => {
  mkdirSync(`${folder}.next`, { recursive: true })
  expect(console.state()).toEqual({ is: 'being built' })
  const hourAgo = Date.now() / 1000 - 3600
  utimesSync(`${folder}.next`, hourAgo, hourAgo)
  expect(console.state()).toEqual({ is: 'missing', canBeBuilt: true })
})

test('once built it names its first files, and reads files of the build only', async () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  const entry = { file: 'assets/main-1.js', isEntry: true, css: ['assets/main-2.css'] }
  const manifest = { 'src/main.tsx': entry, 'src/other.tsx': { file: 'assets/other-3.js' } }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(path.join(folder, 'assets/main-1.js'), 'plain')
  writeFileSync(path.join(folder, 'assets/main-1.js.br'), 'small')
  expect(console.state()).toEqual({
    is: 'built',
    files: { script: 'main-1.js', styles: ['main-2.css'] },
  })
  expect(String(await console.read('main-1.js', undefined))).toBe('plain')
  expect(String(await console.read('main-1.js', 'br'))).toBe('small')
  for (const name of ['unknown.js', '../manifest.json', 'main-1.js.br', 'a/../main-1.js']) {
    expect([name, await console.read(name, undefined)]).toEqual([name, undefined])
  }
})
