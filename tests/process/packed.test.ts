// Database: in the short run the embedded one alone.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { makeInstallation, newFolder, type Installation } from '../support/installation.ts'
import { adminAuthorization, type ServerProcess, startServer } from '../support/server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const name = '@marquee-events/marquee'

type Entry = { version?: string; resolved?: string; optional?: boolean }
type Manifest = {
  version: string
  dependencies: Record<string, string>
  scripts?: object
  overrides?: object
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

/** The packages that the built program imports, Node's own left out. */
function importedBy(program: string): string[] {
  const names = below(program)
    .filter(file => file.endsWith('.js'))
    .flatMap(file => {
      const code = readFileSync(path.join(program, file), 'utf8')
      const { staticImports, dynamicImports } = parseSync(file, code).module
      const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) =>
        code.slice(start, end).replace(/^['"]|['"]$/g, ''),
      )
      return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...dynamic]
    })
    .filter(one => /^[@\w][\w./@-]*$/.test(one) && !builtinModules.includes(one))
    .map(one => /^(@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? one)
  return [...new Set(names)].toSorted()
}

// What npm installs does not depend on the database.
describe.skipIf(onPostgres)('the packed release', () => {
  /** The folder of somebody who has the file and nothing else. */
  let folder = ''
  let file = ''
  const installed = (...parts: string[]) => path.join(folder, 'node_modules', name, ...parts)

  beforeAll(() => {
    folder = path.join(newFolder(), 'tickets')
    mkdirSync(folder)
    const packed = execFileSync('node', ['scripts/pack.mjs', path.dirname(folder)], { cwd: root })
    file = packed.toString().trim()
    const args = ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', file]
    execFileSync('npm', args, { cwd: folder, stdio: 'pipe' })
  })
  afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }))

  test('is one file, whose checksum is beside it', () => {
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
    const sums = readFileSync(path.join(path.dirname(file), 'SHA256SUMS'), 'utf8')
    expect(sums).toBe(`${sum}  ${path.basename(file)}\n`)
  })

  test('has what runs, and nothing that it was made from', () => {
    expect(readdirSync(installed()).filter(one => one !== 'node_modules')).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'deploy',
      'dist',
      'migrations',
      'npm-shrinkwrap.json',
      'package.json',
    ])
    // The unit starts the command beside it.
    const deployed = ['alerts.yml', 'haproxy.cfg', 'marquee', 'marquee.service']
    expect(below(installed('deploy'))).toEqual(deployed)
    const odd = below(installed()).filter(one => /\.tsx?$|\.made-from$|\.test\./.test(one))
    expect(odd).toEqual([])
    expect(below(installed('migrations'))).toEqual(below(path.join(root, 'migrations')))
    const { scripts, overrides } = readJson(installed('package.json')) as Manifest
    expect([scripts, overrides]).toEqual([undefined, undefined])
  })

  test('installs the packages that the program leaves outside, in the versions that were tested', () => {
    const { dependencies } = readJson(installed('package.json')) as Manifest
    const fonts = Object.keys(dependencies).filter(one => /\/(noto|fonts)-/.test(one))
    expect(fonts.length).toBeGreaterThan(4)
    const lock = readJson(path.join(root, 'package-lock.json')) as {
      packages: Record<string, Entry>
    }
    const needed = new Set<string>()
    const need = (one: string) => {
      if (needed.has(one)) return
      needed.add(one)
      const own = path.join(folder, 'node_modules', one, 'package.json')
      Object.keys((readJson(own) as Partial<Manifest>).dependencies ?? {}).forEach(need)
    }
    const imported = importedBy(installed('dist/program'))
    expect(imported.length).toBeGreaterThan(2)
    for (const one of [...imported, ...fonts]) need(one)
    expect(Object.keys(dependencies).toSorted()).toEqual([...needed].toSorted())
    const tested = [...needed].map(one => [one, lock.packages[`node_modules/${one}`]?.version])
    expect(dependencies).toEqual(Object.fromEntries(tested))
    for (const [one, version] of Object.entries(dependencies)) {
      const here = readJson(path.join(folder, 'node_modules', one, 'package.json')) as Manifest
      expect([one, here.version]).toEqual([one, version])
    }
    for (const tool of ['esbuild', 'tsx', 'typescript', 'cookie', 'fastify']) {
      expect([tool, existsSync(path.join(folder, 'node_modules', tool))]).toEqual([tool, false])
    }
  })

  test('has a shrinkwrap for every kind of machine, without the address of a registry', () => {
    const text = readFileSync(installed('npm-shrinkwrap.json'), 'utf8')
    expect(text).not.toMatch(/resolved|https?:\/\/[^"]*\.tgz/)
    const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
    const { dependencies } = readJson(installed('package.json')) as Manifest
    for (const one of Object.keys(dependencies)) {
      expect([one, packages[`node_modules/${one}`]?.version]).toEqual([one, dependencies[one]])
    }
    for (const machine of ['linux-x64', 'linux-arm64', 'darwin-arm64']) {
      expect(Object.keys(packages)).toContain(`node_modules/@img/sharp-${machine}`)
    }
  })

  test('has the licences of the packages inside the program', () => {
    const notices = readFileSync(installed('dist/program/THIRD-PARTY-NOTICES.txt'), 'utf8')
    const entries = notices.split(/^={80}$/m).slice(1)
    const licences = entries.map(
      entry => /^\n(\S+) [^\s:]+(?:: (.*))?\n/.exec(entry)?.slice(1) ?? [entry, '?'],
    )
    const free = ['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', '']
    expect(licences.filter(([, licence = '']) => !free.includes(licence))).toEqual([])
    for (const one of ['fastify', 'kysely', 'preact', 'pdfkit', 'pg', 'cookie']) {
      expect(entries.filter(entry => entry.startsWith(`\n${one} `))).toHaveLength(1)
    }
    expect(entries.filter(entry => entry.length < 100)).toEqual([])
  })

  describe('started in the empty folder', () => {
    let installation: Installation
    let server: ServerProcess
    let before: string[]

    beforeAll(async () => {
      before = below(path.join(folder, 'node_modules'))
      installation = await makeInstallation({ bare: true })
      server = await startServer(installation.environment, folder, 'node_modules/.bin/marquee')
    })
    afterAll(async () => {
      await server?.kill('SIGTERM')
      await installation?.remove()
    })

    test('sells a ticket, prints it, and has built nothing', async () => {
      const { staff, anyone } = client(server.base, { authorization: adminAuthorization })
      const event = await staff('POST', '/events/v1/events', {
        title: 'From one file',
        status: 'publish',
        start_date: '2031-06-02 14:00:00',
        end_date: '2031-06-02 16:00:00',
      })
      const ticket = await staff('POST', '/tickets/v1/tickets', {
        post_id: event.json.id,
        add_ticket_nonce: event.json.nonces.add,
        provider: 'tc',
        name: 'Stalls',
        price: '12.50',
        capacity: 5,
      })
      const tickets = [{ ticket_id: ticket.json.id, quantity: 2 }]
      const cart = await anyone('POST', '/tickets/v1/cart', { provider: 'tc', tickets })
      const { cart_hash } = cart.json
      const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
      const orders = '/tickets/v1/commerce/cardprocessor/order'
      const order = await anyone('POST', orders, { cart_hash, purchaser })
      const { payment_intent_id, client_secret } = order.json
      const paid = await anyone('POST', `${orders}/${payment_intent_id}`, {
        cart_hash,
        client_secret,
      })
      expect(paid.json).toMatchObject({ status: 'completed', total: '25.00', sandbox: true })

      const page = await fetch(event.json.url, { headers: { cookie: 'marquee-lang=de' } })
      expect([page.status, page.headers.get('content-language')]).toEqual([200, 'de'])
      expect(await page.text()).toMatch(/<script[^>]*>[^<]{200}/)
      const { id, security_code } = paid.json.attendees[0]
      const pdf = await fetch(`${server.base}/tickets/pdf/${id}/${security_code}.pdf`)
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect((await pdf.arrayBuffer()).byteLength).toBeGreaterThan(5000)
      expect(below(path.join(folder, 'node_modules'))).toEqual(before)
    })
  })
})
