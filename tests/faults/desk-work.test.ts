import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Cut, cuttingProxy } from '../support/cutting-proxy.ts'
import { randomFrom } from '../support/fake-random.ts'
import { freePort, runCommand } from '../support/server-process.ts'
import { type Desk, letRefundsAge, openDesk } from './desk-work.ts'
import { letLeasesEnd } from './leases.ts'
import { becomes, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { saleCard } from './sale.ts'
import { expectCleanAudit } from './settle-books.ts'
import { closedAfter, startMarquee } from './until-finished.ts'

const long = process.env['LONG'] !== undefined
const cuts = long ? 1000 : 30
const kills = long ? 30 : 2
const seed = seedOf()
const atCommit: readonly Cut[] = [
  'before the server sees it',
  'before the client hears of it',
  'and the server sees it late',
]

type Environment = Record<string, string>

/** Waits until this many more acts of staff have an outcome. */
async function actsUntil(desk: Desk, more: number) {
  const enough = desk.acts() + more
  await becomes(`${more} more acts`, () => desk.acts() >= enough, desk.repeated)
}

/** Nothing is half done, staff were told the truth, and the audit finds nothing, at the provider either. */
async function expectNothingHalfDone(desk: Desk) {
  expect(desk.tally.surprises).toEqual([])
  console.log(`desk from seed ${seed}: ${JSON.stringify(Object.fromEntries(desk.tally.acts))}`)
  for (const kind of ['refund', 'goodwill', 'move', 'holder', 'purchaser']) {
    expect([kind, (desk.tally.acts.get(`${kind} done`) ?? 0) > 0]).toEqual([kind, true])
  }
  await becomes('every refund has ended', async () => {
    const differing = await desk.differences()
    return !differing.some(sentence => sentence.includes('half done'))
  })
  expect(await desk.differences()).toEqual([])
}

async function expectCleanBooks(environment: Environment) {
  await expectCleanAudit(environment)
  const { code, output } = await runCommand(['audit', '--providers'], environment)
  expect([code, output]).toEqual([0, expect.stringContaining('in order')])
}

describe.skipIf(!serverPrograms)('connections to the database are cut (needs PostgreSQL)', () => {
  test(`${cuts} times, most at COMMIT, during refunds, moves and corrections, and nothing is half done (SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    const postgres = await startOwnPostgres()
    const { card, environment: paying } = await saleCard()
    const line = closedAfter(await cuttingProxy(postgres.url))
    const environment = { DATABASE_URL: line.url, ...paying, PORT: String(await freePort()) }
    let server = await startMarquee(environment)
    const desk = await openDesk({ base: () => server.base, card, seed })
    const close = desk.begin()
    await actsUntil(desk, 5)
    for (let cut = 0; cut < cuts; cut += 1) {
      const how = atCommit[Math.floor(random() * 4)]
      if (how === undefined) line.cutAll()
      else {
        const before = line.cuts()
        line.cutNext(how)
        await becomes(
          'a COMMIT was cut',
          () => desk.acts() >= 0 && line.cuts() > before,
          desk.repeated,
        )
      }
      await actsUntil(desk, Math.floor(random() * 3))
    }
    await actsUntil(desk, 5)
    await close()
    expect(await server.kill('SIGTERM')).toBe(0)
    await letRefundsAge(environment)
    server = await startMarquee(environment)
    await expectNothingHalfDone(desk)
    expect(await server.kill('SIGTERM')).toBe(0)
    await expectCleanBooks(environment)
  })
})

async function ownServer(): Promise<Environment> {
  return { DATABASE_URL: (await startOwnPostgres()).url }
}

async function ownFolder(): Promise<Environment> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder }
}

describe.each([
  ['the embedded database', ownFolder, false],
  ['PostgreSQL', ownServer, !serverPrograms],
])('the service is killed on %s', (_, makePlace, isMissing) => {
  test.skipIf(isMissing)(
    `${kills} times during refunds, moves and corrections, and nothing is half done (SEED=${seed})`,
    async () => {
      const random = randomFrom(seed)
      const { card, environment: paying } = await saleCard()
      const environment = {
        ...(await makePlace()),
        ...paying,
        PORT: String(await freePort()),
      }
      let server = await startMarquee(environment)
      const desk = await openDesk({ base: () => server.base, card, seed })
      const close = desk.begin()
      for (let round = 0; round < kills; round += 1) {
        await actsUntil(desk, 5 + Math.floor(random() * 20))
        await server.kill('SIGKILL')
        await letLeasesEnd(environment)
        server = await startMarquee(environment)
      }
      await actsUntil(desk, 10)
      await close()
      expect(await server.kill('SIGTERM')).toBe(0)
      await letRefundsAge(environment)
      server = await startMarquee(environment)
      await expectNothingHalfDone(desk)
      expect(await server.kill('SIGTERM')).toBe(0)
      await expectCleanBooks(environment)
    },
  )
})
