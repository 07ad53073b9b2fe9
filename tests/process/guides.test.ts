// Database: in the short run a server alone, where there is one.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeBlocks, programOf, shellSteps } from '../support/code-blocks.ts'
import { hasOnce } from '../support/database.ts'
import { makeInstallation, newFolder, type Installation } from '../support/installation.ts'
import { adminPassword, type ServerProcess, startServer } from '../support/server-process.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const guides = ['docs', 'docs/develop', 'docs/operate']
  .flatMap(folder => readdirSync(path.join(root, folder)).map(file => path.join(folder, file)))
  .filter(file => /^docs\/(start|existing-clients|(develop|operate)\/.*)\.md$/.test(file))
const pages = ['README.md', 'client/README.md', ...guides]
/** The guide for upgrading needs the last release: tests/process/upgrade.test.ts follows it. */
const withSteps = guides.filter(
  file => !file.endsWith('upgrading.md') && shellSteps(read(file)).length > 0,
)
const withProgram = pages.filter(file => programOf(read(file)) !== '')

let installation: Installation
let server: ServerProcess
/** An empty database, which a page restores a backup into: on the server, where there is one. */
let empty: Installation
const scratch = newFolder()

beforeAll(async () => {
  installation = await makeInstallation()
  empty = await makeInstallation({ bare: true })
  server = await startServer({ ...installation.environment, LOG_LEVEL: 'info' })
  await makeChanges()
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  await installation.remove()
  await empty.remove()
  rmSync(scratch, { recursive: true, force: true })
})

/** Some events, for the page about changes. What happened is put into its order a moment later. */
async function makeChanges() {
  const ask = async (route: string, body?: object) => {
    const password = Buffer.from(`admin:${adminPassword}`).toString('base64')
    const headers = { authorization: `Basic ${password}`, 'content-type': 'application/json' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${server.base}/svc/${route}`, { headers, ...sent })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { more?: boolean }
  }
  for (const title of ['One', 'Two', 'Three']) {
    await ask('events/v1/events', { title, start_date: 'tomorrow', end_date: 'tomorrow' })
  }
  const isMore = async () =>
    expect(await ask('admin/v1/changes?limit=2')).toMatchObject({ more: true })
  await vi.waitFor(isMore, { timeout: 15_000, interval: 50 })
}

/** What a page says of a reader's machine, as it is on this one. */
const here = (code: string) =>
  code
    .replaceAll('the one that the first start printed', adminPassword)
    .replaceAll('http://127.0.0.1:3000', server.base)
    .replaceAll('DATA_DIR=/', 'DATABASE_URL= DATA_DIR=/')
    .replaceAll(/DATABASE_URL=postgres:\S+/g, emptyOne)
    .replaceAll(/\/(backups|srv)\//g, `${scratch}/`)

/** The settings of the empty database, as a command line takes them. */
const emptyOne = () =>
  Object.entries({ DATABASE_URL: '', ...empty.environment })
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** What a page calls `marquee` is a command of this build. */
const commands = path.join(scratch, 'commands')
mkdirSync(commands)
symlinkSync(path.join(root, 'bin/marquee.js'), path.join(commands, 'marquee'))

const border = '--- the next block ---'

test.each(withSteps)('the commands of %s do what it says, one after the other', async file => {
  const steps = shellSteps(read(file))
  const code = steps.map(step => `${here(step.code)}\necho; echo '${border}'`).join('\n')
  const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', code], {
    cwd: scratch,
    env: {
      ...process.env,
      ...installation.environment,
      PATH: `${commands}:${process.env['PATH'] ?? ''}`,
    },
  })
  const outputs = stdout.split(`${border}\n`)
  for (const [at, { answers, code: block }] of steps.entries()) {
    if (answers === undefined) continue
    const last = outputs[at]?.trim().split('\n').at(-1) ?? ''
    expect([block, JSON.parse(last)]).toMatchObject([block, answers])
  }
})

/** The client, where a program beside it finds the installed package. */
async function installClient() {
  const folder = path.join(scratch, 'node_modules/@marquee-events/client')
  const outfile = path.join(folder, 'dist/index.js')
  const entry = path.join(root, 'client/src/index.ts')
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm' })
  writeFileSync(path.join(folder, 'package.json'), read('client/package.json'))
}

test.each(withProgram)('the program of %s runs as it stands', async file => {
  await installClient()
  const program = path.join(scratch, `${path.basename(file, '.md')}.mjs`)
  writeFileSync(program, here(programOf(read(file))))
  const { stdout } = await run(process.execPath, [program], {
    env: { ...process.env, MARQUEE_PASSWORD: adminPassword },
  })
  expect(stdout).not.toBe('')
})

test.runIf(hasOnce)(
  'the programs of the guides compile against the types of the client',
  async () => {
    const folder = path.join(scratch, 'typed')
    mkdirSync(folder)
    for (const file of withProgram) {
      writeFileSync(path.join(folder, `${path.basename(file, '.md')}.mjs`), programOf(read(file)))
    }
    const compilerOptions = {
      strict: true,
      checkJs: true,
      skipLibCheck: false,
      noEmit: true,
      allowImportingTsExtensions: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      paths: { '@marquee-events/client': [path.join(root, 'client/src/index.ts')] },
      typeRoots: [path.join(root, 'node_modules/@types')],
      types: ['node'],
    }
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const tsc = path.join(root, 'node_modules/.bin/tsc')
    const complaints = await run(tsc, ['-p', folder]).then(
      () => '',
      ({ stdout, message }: { stdout?: string; message: string }) => stdout || message,
    )
    expect(complaints).toBe('')
  },
)

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
    const list = await fetch(`${server.base}/svc/events/v1/events?search=A First Evening`)
    const { events } = (await list.json()) as { events: { title: string }[] }
    expect(events.map(({ title }) => title)).toContain('A First Evening')
    expect(await (await fetch(`${server.base}/events/`)).text()).toContain('A First Evening')
    expect(answered().filter(status => !/:20\d/.test(status))).toEqual([])
  })

  test('every block that is not run says why', () => {
    const known = ['sh', 'js', 'json', 'html', 'yaml', 'nginx']
    const blocks = pages.flatMap(file => codeBlocks(read(file)))
    expect(blocks.length).toBeGreaterThan(30)
    expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([])
    const reasons = blocks.flatMap(({ leftOut }) => leftOut ?? [])
    expect(reasons.filter(reason => reason.length < 10)).toEqual([])
  })
})
