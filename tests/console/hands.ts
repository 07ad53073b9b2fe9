import type { Locator, Page } from 'playwright-core'

export type Way = 'keyboard' | 'touch' | 'mouse'

const wide = { viewport: { width: 1280, height: 900 } }

export const windows = {
  keyboard: wide,
  mouse: wide,
  touch: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
} as const

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** A person who works with keys alone, with a finger alone or with a mouse, and how often. */
export function handsOn(page: Page, way: Way) {
  let acts = 0
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let tabs = 0; tabs < 150; tabs += 1) {
      if (await target.evaluate(one => one === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`No key leads to ${String(target)}`)
  }
  const point = (target: Locator) => (way === 'touch' ? target.tap() : target.click())
  return {
    async press(target: Locator, key = 'Enter') {
      acts += 1
      if (way !== 'keyboard') return point(target)
      await reach(target)
      await page.keyboard.press(key)
    },
    async type(target: Locator, text: string) {
      acts += 1
      if (way !== 'keyboard') {
        await point(target)
        return target.fill(text)
      }
      await reach(target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    /** Chooses in a list by what is written there. */
    async choose(target: Locator, label: string) {
      acts += 1
      if (way !== 'keyboard') {
        await target.selectOption({ label })
        return
      }
      await reach(target)
      await page.keyboard.type(label)
    },
    acts: () => acts,
  }
}
