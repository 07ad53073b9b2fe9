// Database: in the short run a server alone, where there is one.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks, programOf, shellSteps } from '../support/code-blocks.ts'
import { makePlace, newFolder, type Place } from '../support/place.ts'
import { adminPassword, type ServerProcess, startServer } from '../support/server-process.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const guides = ['docs', 'docs/develop', 'docs/operate']
  .flatMap(folder => readdirSync(path.join(root, folder)).map(file => path.join(folder, file)))
  .filter(file => /^docs\/(start|existing-clients|(develop|operate)\/.*)\.md$/.test(file))
const pages = ['README.md', ...guides]
/** The guide for upgrading needs the last release: tests/process/upgrade.test.ts follows it. */
const withSteps = guides.filter(
  file => !file.endsWith('upgrading.md') && shellSteps(read(file)).length > 0,
)
const withProgram = pages.filter(file => programOf(read(file)) !== '')

let place: Place
let server: ServerProcess
const scratch = newFolder()

beforeAll(async () => {
  place = await makePlace()
  server = await startServer({ ...place.environment, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  await place.remove()
  rmSync(scratch, { recursive: true, force: true })
})

/** What a page says of a reader's machine, as it is on this one. */
const here = (code: string) =>
  code
    .replaceAll('the one that npm start printed', adminPassword)
    .replaceAll('http://127.0.0.1:3000', server.base)
    .replaceAll('DATA_DIR=/', 'DATABASE_URL= DATA_DIR=/')
    .replaceAll(/\/(backups|srv)\//g, `${scratch}/`)
    .replaceAll('npx marquee', `node ${path.join(root, 'bin/marquee.js')}`)

const border = '--- the next block ---'

test.each(withSteps)('the commands of %s do what it says, one after the other', async file => {
  const steps = shellSteps(read(file))
  const code = steps.map(step => `${here(step.code)}\necho; echo '${border}'`).join('\n')
  const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', code], {
    cwd: scratch,
    env: { ...process.env, ...place.environment },
  })
  const outputs = stdout.split(`${border}\n`)
  for (const [at, { answers, code: block }] of steps.entries()) {
    if (answers === undefined) continue
    const last = outputs[at]?.trim().split('\n').at(-1) ?? ''
    expect([block, JSON.parse(last)]).toMatchObject([block, answers])
  }
})

test.each(withProgram)('the program of %s runs', async file => {
  const name = path.basename(file, '.md')
  const source = path.join(scratch, `${name}.ts`)
  const built = path.join(scratch, `${name}.mjs`)
  writeFileSync(source, here(programOf(read(file))))
  const alias = { 'marquee-client': path.join(root, 'client/src/index.ts') }
  await build({ entryPoints: [source], outfile: built, bundle: true, format: 'esm', alias })
  const { stdout } = await run(process.execPath, [built], {
    env: { ...process.env, MARQUEE_PASSWORD: adminPassword },
  })
  expect(stdout).not.toBe('')
})

describe('of the guides', () => {
  test('the README’s first sale works from a fresh start without a refusal', async () => {
    const [step] = shellSteps(read('README.md'))
    const before = server.output().length
    const { stdout } = await run('bash', ['-eu', '-c', here(step?.code ?? '')])
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      total: '25.00',
      sandbox: true,
      attendees: [{ qr_url: expect.any(String) }, { qr_url: expect.any(String) }],
    })
    const answered = () =>
      server
        .output()
        .slice(before)
        .match(/"status":\d+/g) ?? []
    await expect.poll(() => answered().length).toBeGreaterThanOrEqual(5)
    expect(answered().filter(status => !/:20\d/.test(status))).toEqual([])
  })

  test('every block that is not run says why', () => {
    const known = ['sh', 'ts', 'json', 'html', 'yaml', 'nginx']
    const blocks = pages.flatMap(file => codeBlocks(read(file)))
    expect(blocks.length).toBeGreaterThan(30)
    expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([])
    const reasons = blocks.flatMap(({ leftOut }) => leftOut ?? [])
    expect(reasons.filter(reason => reason.length < 10)).toEqual([])
  })
})
