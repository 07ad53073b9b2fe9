import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditBooks } from '../../src/shop/books/audit-books.ts'
import { bookNow, booksDiffer, dumpBooks, loseBooks } from '../support/books-check.ts'
import { deskStep, deskStories } from '../support/desk-story.ts'
import { startPaidApp } from '../support/paid-app.ts'

const long = process.env['LONG'] !== undefined
const stories = Number(process.env['STORIES'] ?? (long ? 300 : 6))
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 7))

const paid = await startPaidApp()
const { app } = paid
const { setTheStage, take } = deskStories(paid)

const summaryOf = async (event: number) =>
  (await app.admin('GET', '/books/summary', { as: 'administrator', query: { event } })).json.groups

test(`z2: reports are the same while the writer of the books stands still, after it wrote, and after the books were lost and written again (SEED=${seed})`, async () => {
  const steps = fc.array(deskStep, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.boolean(), { maxLength: 6 }), async (story, writes) => {
      const stage = await setTheStage()
      for (const [at, step] of story.entries()) {
        await take(stage, step)
        // The writer comes now and then; what it has not come to is in reports all the same.
        const unwritten = await summaryOf(stage.eventId)
        if (writes[at]) {
          await bookNow(app.db)
          expect(await summaryOf(stage.eventId)).toEqual(unwritten)
        }
      }
      const before = await summaryOf(stage.eventId)
      await bookNow(app.db)
      expect(await booksDiffer(app.db)).toEqual([])
      const written = await dumpBooks(app.db)
      await loseBooks(app.db)
      expect(await summaryOf(stage.eventId)).toEqual(before)
      await bookNow(app.db)
      expect(await dumpBooks(app.db)).toBe(written)
      expect(await summaryOf(stage.eventId)).toEqual(before)
    }),
    { seed, numRuns: stories, endOnFailure: true },
  )
  expect(await auditBooks(app.db)).toEqual([])
}, 1_800_000)
