import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDump } from '../../src/importing/sources/dump.ts'
import { SourceRefused } from '../../src/importing/sources/source-refused.ts'
import { pseudoRandom, seeds } from '../race/seeds.ts'
import { demandTrueCounts } from '../support/attending.ts'
import { openTestDatabase } from '../support/database.ts'
import { move, sampleText } from './moved.ts'

// Values of a dump that were damaged anywhere: NUL bytes, broken UTF-8, quotes, halves of signs, what a search-and-replace did.
const folder = await mkdtemp(path.join(os.tmpdir(), 'damaged-sites-'))
afterAll(() => rm(folder, { recursive: true }))

const seedsHere = process.env['LONG'] ? seeds(200).slice(0, 200) : seeds(1)
const damages = [
  '\\0',
  '\xff',
  '\xc3',
  "\\'",
  '\\\\',
  '\xed\xa0\x80',
  '<script>',
  '%',
  '{',
  '"',
  '\xf0\x9f\x8e\xb6',
  '9'.repeat(40),
]
const original = Buffer.from(sampleText).toString('latin1')

/** Damages about one value of a hundred, never in the middle of an escape. */
function damaged(seed: number): string {
  const draw = pseudoRandom(seed)
  return original.replaceAll(/'((?:[^'\\]|\\.)*)'/gs, (whole, body: string) => {
    if (draw(100) > 0) return whole
    const units = body.match(/\\.|[^\\]/gs) ?? []
    const at = draw(units.length + 1)
    return `'${[...units.slice(0, at), damages[draw(damages.length)], ...units.slice(at)].join('')}'`
  })
}

test(`a dump with damaged values is imported, with what it lost, or is refused with a sentence (${seedsHere.length} seeds)`, async () => {
  for (const seed of seedsHere) {
    const file = path.join(folder, `${seed}.sql`)
    writeFileSync(file, damaged(seed), 'latin1')
    const database = await openTestDatabase()
    try {
      const report = await move(database, await readDump(file))
      expect([seed, report.counts.attendee?.read]).toEqual([seed, expect.any(Number)])
      // An order may have lost attendees whose event or ticket type was lost, which the report says.
      await demandTrueCounts(database)
    } catch (error) {
      expect([seed, error]).toEqual([seed, expect.any(SourceRefused)])
    } finally {
      await database.close()
    }
  }
})
