import type { BrowserContextOptions, Locator, Page } from 'playwright-core'

/** How somebody works: with a mouse, with keys alone, or with a finger. */
export type Way = 'mouse' | 'keyboard' | 'touch'

export const windows: Readonly<Record<Way, BrowserContextOptions>> = {
  mouse: { viewport: { width: 1280, height: 900 } },
  keyboard: { viewport: { width: 1280, height: 900 } },
  touch: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

const tabsMost = 250

/** Goes to a target by the Tab key. */
async function reach(page: Page, target: Locator) {
  await target.waitFor()
  for (let tabs = 0; tabs < tabsMost; tabs += 1) {
    if (await target.evaluate(one => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No key leads to ${String(target)}`)
}

/** A person who works in one way, and how often they did something: each press and each field counts once. */
export function handsOn(page: Page, way: Way) {
  let acts = 0
  const at = async (target: Locator, key: string) => {
    acts += 1
    if (way === 'mouse') return target.click()
    if (way === 'touch') return target.tap()
    await reach(page, target)
    await page.keyboard.press(key)
  }
  const press = (target: Locator, key = 'Enter') => at(target, key)
  return {
    press,
    acts: () => acts,
    tick: (target: Locator) => at(target, 'Space'),
    /** Chooses one of several buttons of which one is pressed. */
    async pick(target: Locator) {
      if (way !== 'keyboard') return at(target, '')
      acts += 1
      const group = page.getByRole('radiogroup').filter({ has: target })
      await reach(page, group.getByRole('radio', { checked: true }))
      for (let steps = 0; steps < 10 && !(await target.isChecked()); steps += 1) {
        await page.keyboard.press('ArrowDown')
      }
    },
    async type(target: Locator, text: string) {
      acts += 1
      if (way !== 'keyboard') return target.fill(text)
      await reach(page, target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    /** `day`: YYYY-MM-DD. */
    async day(target: Locator, day: string) {
      acts += 1
      if (way !== 'keyboard') return target.fill(day)
      await reach(page, target)
      const [year = '', month = '', date = ''] = day.split('-')
      // Which comes first is a matter of the language of the machine.
      for (const typed of [`${month}${date}${year}`, `${date}${month}${year}`]) {
        for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft')
        await page.keyboard.type(typed)
        if ((await target.inputValue()) === day) return undefined
      }
      throw new Error(`No keys make the day ${day}`)
    },
    /** Chooses the line of a list that begins so. */
    async choose(target: Locator, label: string) {
      acts += 1
      if (way === 'keyboard') {
        await reach(page, target)
        return page.keyboard.type(label)
      }
      const lines = await target.locator('option').allTextContents()
      await target.selectOption({ label: lines.find(line => line.startsWith(label)) ?? label })
    },
    async upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(target)])
      await chooser.setFiles(file)
    },
  }
}

export type Hands = ReturnType<typeof handsOn>
