import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flatAmounts, percentages, someBasket } from '../support/payment-basket.ts'
import { checkTale } from '../support/payment-check.ts'
import { storyOfAPayment } from '../support/payment-plot.ts'
import { play, setTheStage } from '../support/payment-story.ts'
import { openWorld, type Way } from '../support/payment-world.ts'

const long = process.env['LONG'] !== undefined
const stories = Number(process.env['STORIES'] ?? (long ? 10_000 : 6))
/** Few stories in the short run, but with payments, failures and crashes. */
const shortSeed = 11
/** A world grows with its stories, and so does the time of its audits. */
const perWorld = long || stories > 6 ? 50 : 2
/** Currencies with three, two and no decimals; at the wallet one that it moves in whole units only. */
const currencies = { card: ['KWD', 'USD', 'JPY'], wallet: ['KWD', 'HUF', 'JPY', 'USD'] }

const currencyOf = (way: Way, world: number) =>
  currencies[way][world % currencies[way].length] ?? 'USD'

/** For every currency percentages and amounts, in turn. */
const chargesOf = (world: number) =>
  (world + Math.floor(world / 4)) % 2 === 1 ? flatAmounts : percentages

describe.each<Way>(['card', 'wallet'])('payments by %s', way => {
  test('make one order, one charge and balanced books, whatever happens in whatever order, crashes too', async () => {
    const first = Number(
      process.env['SEED'] ?? (long ? 1 + Math.floor(Math.random() * 1_000_000_000) : shortSeed),
    )
    const tally = new Map<string, number>()
    const count = (what: string, times = 1) => tally.set(what, (tally.get(what) ?? 0) + times)
    for (let told = 0; told < stories; told += perWorld) {
      const world = await openWorld(way, undefined, currencyOf(way, told / perWorld))
      await setTheStage(world, chargesOf(told / perWorld))
      try {
        await fc.assert(
          fc.asyncProperty(storyOfAPayment, someBasket, async (plot, basket) => {
            const ends = await checkTale(await play(world, plot, basket))
            for (const status of ends) count(status)
            count('stories')
          }),
          {
            seed: first + told,
            numRuns: Math.min(perWorld, stories - told),
            endOnFailure: long,
          },
        )
      } finally {
        count('crashes', world.deaths().crashes)
        count('crashes in the middle', world.deaths().cutShort)
        await world.close()
      }
    }
    console.log(`by ${way} from seed ${first}: ${JSON.stringify(Object.fromEntries(tally))}`)
    // Stories in which nothing happens prove nothing.
    for (const what of ['completed', 'not-completed', 'crashes in the middle']) {
      expect(tally.get(what) ?? 0).toBeGreaterThan(stories / 50)
    }
  })
})
