import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { codeBlocks } from '../support/code-blocks.ts'
import { createServerDatabase, hasOnce, onPostgres } from '../support/database.ts'
import { makeInstallation, newFolder, type Installation } from '../support/installation.ts'
import { freePort, startServer } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The line of a page's shell blocks that has these words, also in a block that is not run there. */
function lineOf(page: string, words: string): string {
  const lines = codeBlocks(read(page)).flatMap(({ language, code }) =>
    language === 'sh' ? code.split('\n') : [],
  )
  const found = lines.find(line => line.includes(words))
  if (found === undefined) throw new Error(`${page} has no line with ${words}.`)
  return found
}

// An installation as docs/operate/install.md makes it, below a folder instead of /.
const installed = newFolder()
const command = path.join(installed, 'marquee')
const settings = path.join(installed, 'marquee.env')
const backups = path.join(installed, 'backups')
let installation: Installation

/** Only what cron or systemd would set: nothing of the service. */
const bare = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, HOME: '/' }

beforeAll(async () => {
  installation = await makeInstallation()
  const script = read('deploy/marquee')
    .replaceAll('/opt/marquee', root)
    .replaceAll('/etc/marquee.env', settings)
    .replaceAll('=marquee --init', `=${os.userInfo().username} --init`)
    .replaceAll('--reuid=marquee', `--reuid=${os.userInfo().username}`)
  writeFileSync(command, script)
  chmodSync(command, 0o755)
  mkdirSync(backups)
  const lines = Object.entries(installation.environment).map(([name, value]) => `${name}=${value}`)
  writeFileSync(settings, ['# the service', ...lines, ''].join('\n'))
})
afterAll(async () => {
  await installation.remove()
  rmSync(installed, { recursive: true, force: true })
})

const shell = (line: string) =>
  spawnSync('/bin/sh', ['-c', line], { cwd: '/', env: bare, encoding: 'utf8' })

/** Runs what the unit starts until it is ready, and returns what the journal would have. */
async function serveOnce(): Promise<string> {
  const started = /^ExecStart=\/usr\/local\/bin\/marquee (.+)$/m.exec(
    read('deploy/marquee.service'),
  )
  const child = spawn(command, started?.[1]?.split(' ') ?? [], {
    cwd: root,
    env: { ...bare, PORT: String(await freePort()), LOG_LEVEL: 'error' },
  })
  let journal = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      journal += String(part)
      if (journal.includes('sign-in/link/')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => reject(new Error(`It ended:\n${journal}`)))
  })
  const ended = new Promise(resolve => {
    child.removeAllListeners('close')
    child.once('close', resolve)
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  return journal
}

/** What of a folder somebody else may read, write or enter. */
const openToOthers = (folder: string) =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
    .map(name => path.resolve(folder, name))
    .filter(installation => (lstatSync(installation).mode & 0o077) !== 0)

// One after the other, as an operator does it.
describe('an installed service', () => {
  test('shows password and link on its first start to whoever looks for them as documented', async () => {
    const journal = path.join(installed, 'journal')
    const data = installation.environment['DATA_DIR']
    // A folder that was there already, and let everybody in.
    if (data !== undefined) spawnSync('chmod', ['-R', 'a+rX', data])
    writeFileSync(journal, await serveOnce())
    if (data !== undefined) expect(openToOthers(path.join(data, 'postgres'))).toEqual([])
    const line = lineOf('docs/operate/install.md', 'journalctl -u marquee | grep')
    const { stdout } = shell(line.replace('journalctl -u marquee', `cat ${journal}`))
    expect(stdout).toMatch(/^The administrator .*password, shown once: \S{32}$/m)
    expect(stdout).toMatch(/password .* this link .*: http\S+\/sign-in\/link\/\S+$/m)
  })

  test('is backed up by the documented line of cron, whose environment has no setting', () => {
    const line = lineOf('docs/operate/backup.md', '/usr/local/bin/marquee backup')
    const [, given = ''] = /^(?:\S+ ){5}(.*)$/.exec(line) ?? []
    const { status, stderr } = shell(
      given
        .replaceAll('\\%', '%')
        .replace('/usr/local/bin/marquee', command)
        .replace('/backups', backups),
    )
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Read: The .*: accounts 1,/)])
    const [file = ''] = readdirSync(backups)
    expect(file).toMatch(/^marquee-\d{4}-\d\d-\d\d\.gz$/)
    expect(gunzipSync(readFileSync(path.join(backups, file))).toString()).toContain('"admin"')
  })

  test('is not backed up, and says so, when its settings are gone', () => {
    rmSync(settings)
    const { status, stderr } = shell(`${command} backup ${backups}/none.gz`)
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be read')])
    expect(readdirSync(backups)).toHaveLength(1)
  })
})

test('a link is printed where the application password is given, as compose demands', async () => {
  const fresh = await makeInstallation()
  const server = await startServer(fresh.environment)
  onTestFinished(async () => {
    await server.kill('SIGTERM')
    await fresh.remove()
  })
  await expect.poll(server.output).toMatch(/this link .*: http\S+\/sign-in\/link\/\S+\n/)
  expect(server.output()).toContain('is that of ADMIN_APPLICATION_PASSWORD')
})

test.runIf(hasOnce)('the unit is not started again after wrong settings', () => {
  const [, kept] = /^RestartPreventExitStatus=(\d+)$/m.exec(read('deploy/marquee.service')) ?? []
  const { status } = spawnSync(process.execPath, ['bin/marquee.js', 'serve'], {
    cwd: root,
    env: { ...bare, PORT: 'many' },
  })
  expect(status).toBe(Number(kept))
})

/** The exit status of the image's health check. */
function healthOf(port: string): number | null {
  const [, check = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(read('deploy/Dockerfile')) ?? []
  const [, ...args] = JSON.parse(check) as string[]
  return spawnSync(process.execPath, args, { env: { ...bare, PORT: port } }).status
}

test.runIf(onPostgres)(
  'the health check of the image lets a process live that waits for its database',
  async () => {
    const database = await createServerDatabase()
    const proxy = await cuttingProxy(database.url)
    const server = await startServer({ DATABASE_URL: proxy.url })
    onTestFinished(async () => {
      await server.kill()
      await proxy.close()
      await database.drop()
    })
    const { port } = new URL(server.base)
    expect(healthOf(port)).toBe(0)
    proxy.set('refused')
    proxy.cutAll()
    const ready = async () => (await fetch(`${server.base}/readyz`)).status
    await expect.poll(ready, { timeout: 20_000 }).toBe(503)
    expect(healthOf(port)).toBe(0)
    await server.kill()
    expect(healthOf(port)).toBe(1)
  },
)
