import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pseudoRandom } from '../../bench/buying.ts'
import { openStage, photograph } from './open-browser.ts'
import { openState, type State, statesOfPages } from './visits.ts'

/**
 * Pictures for people to look at: `PHOTOGRAPHS=60 SEED=1 npm run test:browser -- tests/browser/photographs.test.ts`
 * draws states, screens, themes and languages at random, with and without scripts, and puts them in
 * `dist/pictures/drawn`.
 */
const count = Number(process.env['PHOTOGRAPHS'] ?? 0)
const seed = Number(process.env['SEED'] ?? 1)

const screens = [
  [320, 640],
  [390, 844],
  [844, 390],
  [768, 900],
  [1280, 900],
  [1920, 900],
] as const
const languages = ['en', 'de', 'nb', 'fr', 'es', 'ar-XB']

test.runIf(count > 0)('pages drawn at random are photographed', { timeout: 900_000 }, async () => {
  mkdirSync(path.resolve(import.meta.dirname, '../../dist/pictures/drawn'), { recursive: true })
  const { app, visit } = await openStage()
  const states = Object.values(await statesOfPages(app)).flat()
  const random = pseudoRandom(seed)
  // The low bits of this generator repeat early.
  for (let warm = 0; warm < 10; warm += 1) random()
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  // Every state once before any comes again.
  let left: State[] = []
  for (let at = 1; at <= count; at += 1) {
    if (left.length === 0) left = [...states]
    const [state] = left.splice(Math.floor(random() * left.length), 1) as [State]
    const [width, height] = one(screens)
    const colorScheme = one(['light', 'dark'] as const)
    const language = one(languages)
    const javaScriptEnabled = random() < 0.7
    const options = { viewport: { width, height }, colorScheme, javaScriptEnabled }
    await visit(options, async page => {
      const response = await openState(app, page, state, language)
      expect(response?.status()).toBe(state.status ?? 200)
      const script = javaScriptEnabled ? '' : '-no-script'
      const name = `${String(at).padStart(2, '0')}-${state.name}-${width}-${colorScheme}-${language}${script}`
      await photograph(page, `drawn/${name}`)
    })
  }
})
