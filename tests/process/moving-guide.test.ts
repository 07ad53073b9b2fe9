// Database: in the short run the embedded one alone.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { fixture } from '../importing/moved.ts'
import { codeBlocks } from '../support/code-blocks.ts'
import { newFolder } from '../support/installation.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = newFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const marked = 'tests/process/moving-guide.test.ts runs it with a sample'

test('the rehearsal of the guide for moving in works as it is written, on a dump of a site', async () => {
  const page = readFileSync(path.join(root, 'docs/operate/moving-in.md'), 'utf8')
  const blocks = codeBlocks(page).filter(({ leftOut }) => leftOut === marked)
  expect(blocks).toHaveLength(2)
  mkdirSync(path.join(folder, 'bin'))
  symlinkSync(path.join(root, 'bin/marquee.js'), path.join(folder, 'bin/marquee'))
  copyFileSync(fixture('sample.sql.gz'), path.join(folder, 'site.sql.gz'))
  // Code 3 says that the report has something to read.
  const code = blocks
    .map(block =>
      block.code
        .trim()
        .replaceAll('\n', ' && ')
        // In a condition, where `-e` lets the shell go on after code 3.
        .replaceAll(/(marquee import-site[^&]*)/g, '{ $1 && false || [ $? -eq 3 ]; } '),
    )
    .join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', code], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', PATH: `${folder}/bin:${process.env['PATH'] ?? ''}` },
  })
  expect(stdout).toContain('events: 6 read, 6 would be made')
  expect(stdout).toContain('events: 6 read, 6 made')
  expect(stdout).toMatch(/The first administrator is felin[\s\S]*\/sign-in\/link/)
  const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
  expect(report.counts.attendee).toMatchObject({ made: 12 })
})
