import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillCart } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { openStage } from './open-browser.ts'
import { openState, type State, statesOfPages } from './visits.ts'

const stage = await openStage({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'box@tickets.test' })
const { app, visit } = stage
const states = await statesOfPages(app)
const all = Object.values(states).flat()
const named = (name: string) => all.find(state => state.name === name) as State
const event = named('event')

/** Whether the whole element is inside the screen. */
const isInSight = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(elements =>
    elements.some(element => {
      const { top, bottom, left, right, width } = element.getBoundingClientRect()
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isFree = at !== null && element.contains(at)
      return width > 0 && top >= 0 && bottom <= innerHeight && right <= innerWidth && isFree
    }),
  )

describe('the page of an event', () => {
  const screens = [
    [320, 568],
    [390, 844],
    [844, 390],
    [1280, 720],
    [1280, 900],
  ] as const

  test.each(screens)(
    'has a way to buy in sight at %i × %i, with and without scripts',
    async (width, height) => {
      for (const javaScriptEnabled of [true, false]) {
        await visit({ viewport: { width, height }, javaScriptEnabled }, async page => {
          await page.goto(event.address)
          const way = '[data-bar] .btn, #tickets .btn.go'
          await expect.poll(() => isInSight(page, way), { timeout: 10_000 }).toBe(true)
          const middle = page.locator('.more').first()
          await middle.scrollIntoViewIfNeeded()
          await expect.poll(() => isInSight(page, way), { timeout: 10_000 }).toBe(true)
        })
      }
    },
  )

  test('leads from its bar to the tickets, which come before the text', async () => {
    const options = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
    await visit(options, async page => {
      await page.goto(event.address)
      await page.locator('[data-bar] a').click()
      expect(page.url()).toContain('#tickets')
      const [tickets, text] = await Promise.all(
        ['#tickets', '.prose'].map(selector => page.locator(selector).boundingBox()),
      )
      expect(tickets?.y).toBeLessThan(text?.y ?? 0)
    })
  })

  test('adds up what is chosen, and its bar goes on with it', async () => {
    await visit({ viewport: { width: 390, height: 600 } }, async page => {
      await page.goto(event.address)
      const more = page.locator('[data-step="1"]').first()
      await more.click()
      expect(await page.locator('#tickets [data-sum]').textContent()).toBe('1 ticket · $32.00')
      await more.click()
      expect(await page.locator('#tickets [data-sum]').textContent()).toBe('2 tickets · $64.00')
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
      const bar = page.locator('[data-bar]')
      await bar.waitFor({ state: 'visible' })
      expect(await bar.locator('[data-sum]').textContent()).toBe('2 tickets · $64.00')
      await bar.locator('a').click()
      await page.waitForURL('**/checkout')
      expect(await page.locator('.basket input.quantity').inputValue()).toBe('2')
    })
  })

  test.each([
    [390, 844],
    [844, 390],
    [1280, 900],
  ])(
    'gives its picture less than half of %i × %i, and shows it whole on a press',
    async (width, height) => {
      await visit({ viewport: { width, height } }, async page => {
        await page.goto(event.address)
        const box = await page.locator('.hero img').boundingBox()
        expect(box?.height).toBeLessThanOrEqual(height * 0.45 + 1)
        await page.locator('a.hero').click({ position: { x: 10, y: 10 } })
        expect(new URL(page.url()).pathname).toMatch(/^\/images\/|\.(?:png|jpg|webp)$/)
      })
    },
  )

  test('says what each ticket is for, where its organiser shows it', async () => {
    const eventId = (
      await app.db
        .selectFrom('events')
        .select('id')
        .where('title', '=', 'Plain and short')
        .executeTakeFirstOrThrow()
    ).id
    const shown = await ticketOnSale(app, { eventId, name: 'Box' })
    const hidden = await ticketOnSale(app, { eventId, name: 'Aisle' })
    await app.db
      .updateTable('tickets')
      .set({ description: 'Four chairs\nand a table.' })
      .where('id', 'in', [shown.id, hidden.id])
      .execute()
    await app.db
      .updateTable('tickets')
      .set({ show_description: false })
      .where('id', '=', hidden.id)
      .execute()
    await visit({}, async page => {
      await page.goto(named('event-plain').address)
      expect(await page.locator('.offer .about').allInnerTexts()).toEqual([
        'Four chairs\nand a table.',
      ])
    })
  })
})

describe('the way to the tickets', () => {
  const screens = [
    [390, 844],
    [844, 390],
    [320, 568],
  ] as const

  test.each(screens)(
    'has its button wholly in sight on each page at %i × %i, with and without scripts',
    async (width, height) => {
      for (const javaScriptEnabled of [true, false]) {
        for (const name of ['checkout-free', 'checkout-paid', 'pay-sandbox']) {
          await visit({ viewport: { width, height }, javaScriptEnabled }, async page => {
            await openState(app, page, named(name))
            const way = '.buy-bar .btn.go'
            await expect.poll(() => isInSight(page, way), { timeout: 10_000 }).toBe(true)
          })
        }
      }
    },
  )

  test('names what is still missing, also while it is typed', async () => {
    await visit({ viewport: { width: 390, height: 844 } }, async page => {
      await openState(app, page, named('checkout-free'))
      const bar = page.locator('[data-missing]')
      await expect.poll(() => bar.textContent()).toBe('Still missing: Full name and E-mail')
      await page.locator('[name=name]').fill('Ada')
      await expect.poll(() => bar.textContent()).toBe('Still missing: E-mail')
      await page.locator('[name=email]').fill('ada@example.org')
      await expect.poll(() => bar.textContent()).toBe('')
    })
    await visit({ javaScriptEnabled: false }, async page => {
      await openState(app, page, named('checkout-free'))
      expect(await page.locator('[data-missing]').textContent()).toBe(
        'Still missing: Full name and E-mail',
      )
    })
  })

  test('changes every sum with the quantities, and orders what it shows', async () => {
    app.clock.set(new Date())
    const bench = await ticketOnSale(app, { name: 'Bench', priceMinor: 2500, names: 'none' })
    await visit({ viewport: { width: 390, height: 844 } }, async page => {
      await page.goto(`/checkout?cart=${await fillCart(app, bench.id)}`)
      await page.locator('[name=name]').fill('Ada Lovelace')
      await page.locator('[data-step="1"]').click()
      await page.locator('[data-step="1"]').click()
      const sums = ['[data-live=sum]', '[data-live=short]', '.lines .total dd']
      for (const sum of sums) {
        await expect.poll(() => page.locator(sum).textContent()).toContain('$75.00')
      }
      expect(await page.locator('[name=name]').inputValue()).toBe('Ada Lovelace')
      await page.locator('[name=email]').fill('ada@example.org')
      await page.locator('[data-step="-1"]').click()
      // Pressed before the change is saved.
      await page.locator('.btn[value=order]').click()
      await page.waitForURL('**/checkout/pay')
      expect(await page.locator('.buy-bar strong').textContent()).toBe('$50.00')
      await page.locator('.buy-bar [data-clock]').waitFor({ state: 'visible' })
    })
  })

  test('keeps what was typed when the language changes, without scripts', async () => {
    await visit({ javaScriptEnabled: false }, async page => {
      const chair = await ticketOnSale(app, { priceMinor: 3200, names: 'required' })
      await page.goto(`/checkout?cart=${await fillCart(app, chair.id)}`)
      await page.locator('[name=name]').fill('Ada Lovelace')
      await page.locator('[name*="[name]"]').first().fill('Bo Brandt')
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('heading', { name: 'Ihre Bestellung' }).waitFor()
      expect(await page.locator('[name=name]').inputValue()).toBe('Ada Lovelace')
      expect(await page.locator('[name*="[name]"]').first().inputValue()).toBe('Bo Brandt')
    })
  })
})

test('the basket is found again, with the time that is left', async () => {
  // Holds end by the database's clock.
  app.clock.set(new Date())
  await visit({ viewport: { width: 390, height: 844 } }, async page => {
    await page.goto(named('checkout-paid').address)
    await page.locator('.hold [data-clock]').waitFor({ state: 'visible' })
    expect(await page.locator('[data-held]').textContent()).not.toContain('UTC')
    await page.goto(event.address)
    const basket = page.locator('[data-basket]')
    await basket.locator('[data-time]').waitFor({ state: 'visible' })
    expect(await basket.innerText()).toMatch(/^Basket\s*1\d:\d\d$/)
    await basket.click()
    expect(await page.locator('.basket input.quantity').inputValue()).toBe('2')
    await page.locator('.basket h2 a').click()
    await page.waitForURL(/\/event\/|\?p=/)
  })
})

test('on a phone the buyer’s details come first, and Enter goes on to the order', async () => {
  const options = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
  await visit(options, async page => {
    await page.goto(named('checkout-free').address)
    expect(await page.locator('.in-short').innerText()).toMatch(/^2 tickets · Free\s+Change$/)
    expect((await page.locator('[name=name]').boundingBox())?.y).toBeLessThan(844)
    await page.locator('[name=name]').fill('Ada Lovelace')
    await page.locator('[name=email]').fill('ada@example.org')
    await page.locator('[name=email]').press('Enter')
    await page.waitForURL('**/tickets-order/**')
  })
})

/** Words that are on two lines in places where no word may be. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const places =
      '.btn, .pill, .chip, .steps li, .leaf, time, .price, [data-sum], .buy-bar strong, .lines dd, .top a, .foot a, .foot .link, .views a'
    const broken = new Set<string>()
    for (const place of document.querySelectorAll(places)) {
      if (place.closest('.quiet, .prose, input')) continue
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement?.closest('.quiet')) continue
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(
          /[^\s\u00a0\u202f/–-]+/g,
        )) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = [...range.getClientRects()]
            .filter(({ width }) => width > 0)
            .map(({ top }) => top)
          if (tops.length > 0 && Math.max(...tops) - Math.min(...tops) > 4)
            broken.add(`${place.className || place.tagName}: ${word}`)
        }
      }
    }
    return [...broken]
  })

/** The pages with the most words in narrow places. */
const dense = [
  'home',
  'list',
  'month',
  'event',
  'event-long',
  'checkout-paid',
  'pay-sandbox',
  'order-free',
  'order-paid',
  'receipt',
  'ticket',
  'find',
  'embedded-event',
].map(named)

const languages = ['en', 'de', 'nb', 'fr', 'es', 'en-XA']

const sights = [
  [320, '100%'],
  [360, '100%'],
  [390, '100%'],
  [390, '200%'],
] as const

/** The address of a state in a language, in a window that has its basket or its order already. */
const inLanguage = ({ address }: State, language: string) =>
  `${address}${address.includes('?') ? '&' : '?'}lang=${language}`

test.each(dense)(
  'no word of a button, step, pill, date or price breaks on $name, in every language',
  async state => {
    const found: string[] = []
    const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const }
    await visit(phone, async page => {
      await openState(app, page, state)
      for (const language of languages) {
        await page.goto(inLanguage(state, language))
        for (const [width, size] of sights) {
          await page.setViewportSize({ width, height: 844 })
          await page.evaluate(text => {
            document.documentElement.style.fontSize = text
          }, size)
          const broken = await brokenWords(page)
          found.push(...broken.map(word => `${language} ${width} ${size} ${word}`))
        }
      }
    })
    expect(found).toEqual([])
  },
  240_000,
)
