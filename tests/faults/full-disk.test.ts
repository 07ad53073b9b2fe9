import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../support/server-process.ts'
import { letLeasesEnd } from './leases.ts'
import { becomes, salesUntil, seedOf } from './moments.ts'
import { openSale, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit } from './settle-books.ts'
import { startMarquee } from './until-finished.ts'

const seed = seedOf()
const fills = process.env['LONG'] === undefined ? 1 : 10

/** A small disk in memory; undefined where this user may not mount one. */
function smallDisk() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: (leaving = 0) => {
      const piece = Buffer.alloc(64 * 1024)
      const handle = openSync(ballast, 'a')
      try {
        for (;;) writeSync(handle, piece)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(handle)
      }
      if (leaving > 0) truncateSync(ballast, statSync(ballast).size - leaving)
    },
    free: () => truncateSync(ballast),
    remove: () => {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const disk = smallDisk()
afterAll(() => disk?.remove())

describe.skipIf(!disk)(
  'the disk of the embedded database is full (needs the right to mount)',
  () => {
    test(`${fills} times during a sale: buyers are told, and the sale goes on when there is room (SEED=${seed})`, async () => {
      if (!disk) return
      const { card, environment: paying } = await saleCard()
      const environment = { DATA_DIR: path.join(disk.folder, 'data'), ...paying }
      let server = await startMarquee(environment)
      const sale = await openSale({ base: () => server.base, card, seed })
      const close = sale.begin()
      for (let round = 0; round < fills; round += 1) {
        await salesUntil(sale.books, 10)
        const away = sale.books.answers['503'] ?? 0
        disk.fill()
        await becomes('buyers are told', () => (sale.books.answers['503'] ?? 0) > away + 10)
        expect(server.child.exitCode).toBeNull()
        const ready = await fetch(`${server.base}/readyz`)
        expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('disk')])
        disk.free()
        await salesUntil(sale.books, 10)
      }
      const away = sale.books.answers['503'] ?? 0
      disk.fill()
      await becomes('buyers are told', () => (sale.books.answers['503'] ?? 0) > away)
      await server.kill('SIGKILL')
      disk.free()
      await letLeasesEnd(environment)
      server = await startMarquee({ ...environment, PORT: new URL(server.base).port })
      await salesUntil(sale.books, 5)
      await close()
      await sale.deliverAll()
      await expectBooksToAgree(sale)
      expect(await server.kill('SIGTERM')).toBe(0)
      await expectCleanAudit(environment)
    })

    test('a backup beside a service and a restore end with a sentence, and both succeed when there is room', async () => {
      if (!disk) return
      const full = { code: 1, output: 'The disk is full; free some space and try again.\n' }
      const copies = mkdtempSync(path.join(os.tmpdir(), 'marquee-copies-'))
      onTestFinished(() => rmSync(copies, { recursive: true, force: true }))
      const file = path.join(copies, 'all.gz')
      const served = { DATA_DIR: path.join(disk.folder, 'served') }
      const server = await startMarquee(served)
      await runCommand(['seed', '--orders', '20'], served)
      disk.fill()
      expect(await runCommand(['backup', file], served)).toEqual(full)
      expect(readdirSync(copies)).toEqual([])
      disk.free()
      expect((await runCommand(['backup', file], served)).code).toBe(0)
      expect(await server.kill('SIGTERM')).toBe(0)
      rmSync(served.DATA_DIR, { recursive: true })

      const restored = { DATA_DIR: path.join(disk.folder, 'restored') }
      await runCommand(['migrate'], restored)
      disk.fill(1024 * 1024)
      expect(await runCommand(['restore', file], restored)).toEqual(full)
      disk.free()
      expect((await runCommand(['restore', file], restored)).code).toBe(0)
      await expectCleanAudit(restored)
    })
  },
)
