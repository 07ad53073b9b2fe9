import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { randomFrom } from '../support/fake-random.ts'
import { freePort } from '../support/server-process.ts'
import { letLeasesEnd } from './leases.ts'
import { becomes, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { expectCleanAudit } from './settle-books.ts'
import { openTills, type Tills } from './till-work.ts'
import { startMarquee } from './until-finished.ts'

const kills = process.env['LONG'] === undefined ? 2 : 30
const seed = seedOf()

type Environment = Record<string, string>

async function actsUntil(tills: Tills, more: number) {
  const enough = tills.acts() + more
  await becomes(`${more} more acts`, () => tills.acts() >= enough, tills.last)
}

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
    `${kills} times during sales, voids and closings, and every till has what its cashier was told (SEED=${seed})`,
    async () => {
      const random = randomFrom(seed)
      const environment = { ...(await makePlace()), PORT: String(await freePort()) }
      let server = await startMarquee(environment)
      const tills = await openTills({ base: () => server.base, seed })
      const close = tills.begin()
      for (let round = 0; round < kills; round += 1) {
        await actsUntil(tills, 5 + Math.floor(random() * 20))
        await server.kill('SIGKILL')
        await letLeasesEnd(environment)
        server = await startMarquee(environment)
      }
      await actsUntil(tills, 10)
      await close()
      console.log(`tills from seed ${seed}: ${JSON.stringify(Object.fromEntries(tills.tally))}`)
      expect(tills.surprises).toEqual([])
      for (const kind of ['sale', 'close']) {
        expect([kind, (tills.tally.get(`${kind} done`) ?? 0) > 0]).toEqual([kind, true])
      }
      expect(await tills.differences()).toEqual([])
      expect(await server.kill('SIGTERM')).toBe(0)
      await expectCleanAudit(environment)
    },
  )
})
