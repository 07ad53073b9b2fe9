// Database: in the short run a server alone, where there is one.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasOnce } from '../support/database.ts'
import { makeInstallation, newFolder, type Installation } from '../support/installation.ts'
import { runCommand } from '../support/server-process.ts'

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.remove())

const marquee = (...args: string[]) => runCommand(args, installation.environment)

test('demo data are added once, and the audit finds nothing', async () => {
  const first = await marquee('seed', '--orders', '12')
  expect([first.code, first.output]).toEqual([0, expect.stringContaining('Added "Opening Night"')])
  const second = await marquee('seed', '--orders', '12')
  expect([second.code, second.output]).toEqual([0, expect.not.stringContaining('Added')])
  const audit = await marquee('audit')
  expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('in order')])
})

test('demo data on an empty database tell the secrets of the administrator first, as a first start does', async () => {
  const fresh = await makeInstallation()
  try {
    const environment = { ...fresh.environment, ADMIN_APPLICATION_PASSWORD: '' }
    const { code, output } = await runCommand(['seed', '--orders', '1'], environment)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^The administrator is "admin"; .*password, shown once: \S{32}\n.*password .*once, .*: http\S+\/sign-in\/link\/\S+\nAdded "/,
      ),
    ])
  } finally {
    await fresh.remove()
  }
})

test('an account is added with a password that is shown once, and a key for it', async () => {
  const added = await marquee('user', 'add', 'door', 'door@example.org', '--role', 'editor')
  expect([added.code, added.output]).toEqual([0, expect.stringContaining('door (editor)')])
  const key = await marquee('key', 'create', 'door', 'Web site', '--scopes', 'read,events')
  expect([key.code, key.output]).toEqual([0, expect.stringContaining('mqk_')])
})

test('a new password revokes what else opens the account, and says so; the address can be set later', async () => {
  const reset = await marquee('user', 'password', 'door')
  expect(reset.code).toBe(0)
  expect(reset.output).toMatch(/shown once:\n {2}[\w-]{24}\n/)
  expect(reset.output).toContain('Ended the application password')
  expect(reset.output).toMatch(/Ended the API key \d+ "Web site"/)
  const again = await marquee('user', 'password', 'door', '--keep-keys')
  expect([again.code, again.output]).toEqual([0, expect.not.stringContaining('Ended')])
  const lacking = await marquee('doctor')
  expect(lacking.output).toContain('The administrator admin has no e-mail address')
  const set = await marquee('user', 'change', 'admin', '--email', 'boss@example.org')
  expect([set.code, set.output]).toEqual([0, expect.stringContaining('boss@example.org')])
  const taken = await marquee('user', 'change', 'door', '--email', 'BOSS@example.org')
  expect([taken.code, taken.output]).toEqual([1, expect.stringContaining('already a user')])
  expect((await marquee('doctor')).output).not.toContain('no e-mail address')
})

test.runIf(hasOnce)('a misspelt command is named, and the one that was meant', async () => {
  const wrong = await marquee('adit')
  expect([wrong.code, wrong.output]).toEqual([
    2,
    expect.stringMatching(/^adit is no command; did you mean audit\?\nThere are: serve, .*audit/),
  ])
  const strange = await marquee('frobnicate')
  expect([strange.code, strange.output]).toEqual([
    2,
    expect.stringMatching(/^frobnicate is no command\n/),
  ])
})

test.runIf(hasOnce)('a wrong role is refused in one sentence', async () => {
  const wrong = await marquee('user', 'add', 'king', 'king@example.org', '--role', 'king')
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('There is no role king')])
  expect(wrong.output).not.toMatch(/\n\s+at /)
})

test('the personal data of one person are printed, and gone after erasure', async () => {
  const before = await marquee('person', 'export', 'guest1@example.org')
  expect(before.output).toContain('Guest 1')
  const erased = await marquee('person', 'erase', 'guest1@example.org')
  expect(erased.code).toBe(0)
  const after = await marquee('person', 'export', 'guest1@example.org')
  expect(after.output).not.toContain('Guest 1')
})

test.runIf(hasOnce)('a missing import file is reported in one sentence', async () => {
  const { code, output } = await marquee('import', '/nowhere/at-all.gz')
  expect(code).toBe(1)
  expect(output).not.toMatch(/\n\s+at /)
})

test('a test mail is kept and listed where no mail server is set', async () => {
  const sent = await marquee('mail', 'test', 'somebody@example.org')
  expect([sent.code, sent.output]).toEqual([
    0,
    expect.stringMatching(/Message (\d+) is captured\.\nNo mail server is set .*\/outbox\/\1\.\n/),
  ])
  const listed = await marquee('mail', 'list', '--state', 'captured')
  expect([listed.code, listed.output]).toEqual([0, expect.stringContaining('captured test (1)')])
  const unknown = await marquee('mail', 'list', '--state', 'lost')
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('A state is one of')])
})

test.runIf(hasOnce)(
  'a login or a name that the interface would refuse makes no account and no key',
  async () => {
    const withColon = await marquee('user', 'add', 'front:desk', 'desk@example.org')
    expect([withColon.code, withColon.output]).toEqual([
      1,
      expect.stringContaining('"front:desk" is no login'),
    ])
    expect((await marquee('user', 'add', '', 'desk@example.org')).code).toBe(1)
    expect((await marquee('user', 'change', 'admin', '--display-name', ' ')).code).toBe(1)
    const nameless = await marquee('key', 'create', 'admin', '')
    expect([nameless.code, nameless.output]).toEqual([1, expect.not.stringContaining('mqk_')])
  },
)

test.runIf(hasOnce)('a file that cannot be written is named in one sentence', async () => {
  const folder = newFolder()
  for (const command of ['export', 'backup']) {
    const lost = await marquee(command, path.join(folder, 'missing', 'all.gz'))
    expect([lost.code, lost.output]).toEqual([
      1,
      expect.stringMatching(/all\.gz\S* cannot be written: its folder does not exist\.\n$/),
    ])
    const taken = await marquee(command, folder)
    expect([taken.code, taken.output]).toEqual([1, expect.stringMatching(/is a folder/)])
    expect(taken.output).not.toMatch(/\n\s+at /)
  }
  rmSync(folder, { recursive: true })
})

test.runIf(hasOnce)('a file that cannot be read is named in one sentence', async () => {
  const folder = newFolder()
  const missing = await marquee('import', path.join(folder, 'all.gz'))
  expect([missing.code, missing.output]).toEqual([
    1,
    expect.stringMatching(/all\.gz cannot be read: it does not exist\.\n$/),
  ])
  const taken = await marquee('import', folder)
  expect([taken.code, taken.output]).toEqual([
    1,
    expect.stringMatching(/ cannot be read: it is a folder\.\n$/),
  ])
  rmSync(folder, { recursive: true })
})

test.runIf(hasOnce)(
  'a test mail to no address, and an id that is none, are refused by what they are',
  async () => {
    const nobody = await marquee('mail', 'test', 'somebody')
    expect([nobody.code, nobody.output]).toEqual([1, 'somebody is not an e-mail address.\n'])
    const retried = await marquee('mail', 'retry', 'last')
    expect([retried.code, retried.output]).toEqual([1, 'last is no id of a message.\n'])
  },
)
