import { expect, test } from 'vitest'
import { ticketOnSale } from '../support/on-sale.ts'
import { workRuns } from '../support/running.ts'
import { openStage, photograph } from './open-browser.ts'
import { orderThatAsks } from './open-choice.ts'
import { statesOfPages } from './visits.ts'

const { app, visit, complaints } = await openStage()
await statesOfPages(app)
const off = { javaScriptEnabled: false, locale: 'en-GB' }

test('without scripts a visitor finds an event by words, reads it, and switches the language', async () => {
  await visit(off, async page => {
    await page.goto('/')
    await page.getByRole('link', { name: 'What’s on' }).click()
    await page.getByLabel('Search events').fill('last tram')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Songs for the last tram' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Songs for the last tram',
    )
    expect(await page.getByText('38 left').count()).toBe(1)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    expect(await page.getByText('noch 38').count()).toBe(1)
    // The language stays with the visitor.
    await page.getByRole('link', { name: 'Programm', exact: true }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Programm')
  })
  expect(complaints).toEqual([])
})

test('without scripts a protected event opens with its password, and a wrong one is refused beside the field', async () => {
  await visit(off, async page => {
    await page.goto('/event/members-only/')
    expect(await page.getByText('Two sets').count()).toBe(0)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Show the event' }).click()
    const field = page.getByLabel('Password')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const described = await field.getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).textContent()).toContain('does not open the event')
    await field.fill('sesame')
    await page.getByRole('button', { name: 'Show the event' }).click()
    expect(await page.getByText('Two sets').count()).toBe(1)
    await page.reload()
    expect(await page.getByText('Two sets').count()).toBe(1)
  })
})

test('with scripts a visitor in another time zone also sees their own time, and others do not', async () => {
  const timeIn = (timezoneId: string) =>
    visit({ timezoneId, locale: 'en-GB' }, async page => {
      await page.goto('/event/songs-for-the-last-tram/')
      return page.locator('[data-local]').textContent()
    })
  expect(await timeIn('America/New_York')).toMatch(/^Your time: Sat,? 1:30\spm\sEST$/)
  expect(await timeIn('Europe/Oslo')).toBe('')
})

test('with scripts a quantity has buttons, which keep to what may be ordered', async () => {
  const { id, eventId } = await ticketOnSale(app, { name: 'Bench', maxPerOrder: 4 })
  await app.db.insertInto('ticket_minimums').values({ ticket_id: id, min_per_order: 2 }).execute()
  await visit({}, async page => {
    await page.goto(`/?p=${eventId}`)
    const field = page.getByLabel('Bench', { exact: true })
    const press = async (name: string, times = 1) => {
      const button = page.getByRole('button', { name })
      // At its end a button stays in reach and does nothing.
      for (let time = 0; time < times; time += 1) await button.click({ force: true })
      return field.inputValue()
    }
    expect(await press('One more: Bench')).toBe('2')
    expect(await press('One more: Bench', 4)).toBe('4')
    expect(await press('One fewer: Bench', 2)).toBe('2')
    expect(await press('One fewer: Bench')).toBe('0')
    expect(await press('One fewer: Bench')).toBe('0')
    expect(await press('One more: Bench')).toBe('2')
    await photograph(page, 'event-stepper-1280-light')
    await page.getByRole('button', { name: 'Get tickets' }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    expect(await page.locator(`[name="tickets[t${id}]"]`).inputValue()).toBe('2')
  })
})

test('without scripts a visitor finds events near a place, and widens the circle', async () => {
  await visit(off, async page => {
    await page.goto('/events/')
    expect(await page.getByRole('button', { name: 'Near me' }).count()).toBe(0)
    await page.getByLabel('Place').selectOption('Oslo')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText(/Near Oslo, within 25\skm/).waitFor()
    await page.getByRole('link', { name: /^50\skm$/ }).click()
    await page.getByText(/Kapelle, Drammen · 36\skm/).waitFor()
  })
  expect(complaints).toEqual([])
})

test('with scripts the nearest place is chosen after a press, and the position stays in the browser', async () => {
  const here = { latitude: 59.70001, longitude: 10.30001 }
  const asked: string[] = []
  await visit({ geolocation: here, permissions: ['geolocation'] }, async page => {
    page.on('request', request => asked.push(request.url() + (request.postData() ?? '')))
    await page.goto('/events/')
    await page.getByRole('button', { name: 'Near me' }).click()
    await page.waitForURL(/near=Drammen/)
    await page.getByText(/Near Drammen, within 25/).waitFor()
  })
  expect(asked.filter(url => /59[.,]7|10[.,]3/.test(url))).toEqual([])
})

test('with scripts a visitor who does not say where they are is told to choose a place', async () => {
  await visit({ permissions: [] }, async page => {
    await page.goto('/events/')
    await page.getByRole('button', { name: 'Near me' }).click()
    await page.getByText('Choose a place instead.').waitFor()
  })
})

test('without scripts an event is added to a calendar from its page', async () => {
  await visit(off, async page => {
    await page.goto('/event/songs-for-the-last-tram/')
    await page.getByText('Add to your calendar').click()
    await photograph(page, 'event-calendar-menu-1280-light')
    const file = await page.getByRole('link', { name: 'Calendar file' }).getAttribute('href')
    const response = await page.request.get(file ?? '')
    expect([response.status(), await response.text()]).toEqual([
      200,
      expect.stringContaining('SUMMARY:Songs for the last tram'),
    ])
  })
})

test('without scripts a buyer chooses tickets, orders, pays in the sandbox and sees the tickets', async () => {
  await visit(off, async page => {
    await page.goto('/event/songs-for-the-last-tram/')
    await page.getByLabel('Standard').fill('2')
    await page.getByRole('button', { name: 'Get tickets' }).click()
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByText('2 fields need another look.').waitFor()
    await page.getByLabel('Full name').fill('Bo Sample')
    await page.getByLabel('E-mail').fill('bo@example.org')
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByRole('button', { name: 'Simulate: the payment succeeds' }).click()
    await page.getByRole('heading', { name: 'You are going to Songs for the last tram' }).waitFor()
    await page.getByRole('link', { name: 'Open the ticket of Bo Sample' }).first().click()
    await page.waitForURL(/\/ticket\//)
    expect(await page.getByRole('img', { name: 'Code of the ticket of Bo Sample' }).count()).toBe(1)
  })
  expect(complaints).toEqual([])
})

test('without scripts a buyer says what becomes of the money of a postponed evening, and is thanked, on the narrowest phone too', async () => {
  const id = await orderThatAsks(app, 'An evening that comes later')
  const { json } = await app.tickets('GET', `/orders/${id}`, { as: 'administrator' })
  const { pathname, search } = new URL(json.redirect_url)
  await visit({ ...off, viewport: { width: 320, height: 640 } }, async page => {
    await page.goto(pathname + search)
    const question = page.getByRole('region', { name: 'What should happen to your money?' })
    expect(await question.getByText('64.00').count()).toBe(1)
    expect(await question.getByRole('radio').count()).toBe(3)
    // Nothing is chosen by itself, and nothing is sent without a choice.
    expect(await question.getByRole('radio', { checked: true }).count()).toBe(0)
    await question.getByRole('button').click()
    expect(await page.getByText('Your choice is noted').count()).toBe(0)
    await photograph(page, 'choice-asked-320-light')
    // The other forms of the page say what they did, too.
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The mail is on its way again.').waitFor()
    await question.getByRole('radio').nth(1).check()
    await question.getByRole('button').click()
    const thanks = page.getByText('Your choice is noted')
    await thanks.waitFor()
    const { top, bottom } = await thanks.evaluate(element => {
      const box = element.getBoundingClientRect()
      return { top: box.top, bottom: box.bottom }
    })
    // It is where the page opens, not below what the buyer sees.
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(640)
    expect(await question.count()).toBe(0)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > 320)
    expect(wider).toBe(false)
    await photograph(page, 'choice-thanked-320-light')
    await workRuns(app)
    // Said once, and gone when the page is opened again.
    await page.goto(pathname + search)
    expect(await page.getByText('Your choice is noted').count()).toBe(0)
    await photograph(page, 'choice-donated-320-light')
  })
  expect(complaints).toEqual([])
})

test('a title from right to left is read in its own direction, at the side where the page begins', async () => {
  const event = {
    title: 'حفلة مع أصدقاء (live)',
    slug: 'from-the-right',
    description:
      '<p>حفلة مع أصدقاء (live)</p><p>In English, too.</p>' +
      '<div dir="rtl"><p>Live: أصدقاء حفلة</p></div>',
    start_date: '2026-12-05 19:30:00',
    end_date: '2026-12-05 22:00:00',
  }
  const { status } = await app.events('POST', '/events', { as: 'administrator', body: event })
  expect(status).toBe(201)
  /** Where the first and the last word of an element are, from the left, and where the element begins. */
  const ends = (element: Element) => {
    const inside = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const node = inside.nextNode() as Text
    const leftOf = (from: number, to: number) => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      return range.getBoundingClientRect().left
    }
    const { length } = node.data
    const last = leftOf(length - 5, length)
    return { isFromRight: leftOf(0, 4) > last, indent: last - element.getBoundingClientRect().left }
  }
  await visit({ ...off, viewport: { width: 1280, height: 900 } }, async page => {
    await page.goto('/event/from-the-right/')
    expect(await page.locator('h1').evaluate(ends)).toEqual({ isFromRight: true, indent: 0 })
    const [own, english, named] = await page.locator('.prose p').all()
    // A paragraph begins at its own side, or at the one that its author chose.
    expect(await own?.evaluate(ends)).toMatchObject({ isFromRight: true })
    expect(await english?.evaluate(ends)).toMatchObject({ isFromRight: false })
    expect(await named?.evaluate(ends)).toMatchObject({ isFromRight: true })
    await page.goto('/events/?search=live')
    const title = page.locator('.event-item h2')
    expect(await title.evaluate(ends)).toEqual({ isFromRight: true, indent: 0 })
  })
})
