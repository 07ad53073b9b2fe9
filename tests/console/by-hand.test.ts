import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { picture } from '../support/picture-server.ts'
import { fillConsole } from './fill-console.ts'
import { button, type Hands, handsOn, type Way, windows } from './hands.ts'
import { openConsole } from './open-console.ts'

const { app, visitSignedIn } = await openConsole()
const made = await fillConsole(app)
const staff = await staffClient(app)
const buffer = await picture(1300, 700)
await staff.updateTicket({ id: made.ticket, post_id: made.event, price: '33.00' })
await staff.updateTicket({ id: made.ticket, post_id: made.event, price: '32.00' })

const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name, exact: typeof name === 'string' })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const labelled = (page: Page, name: string | RegExp) =>
  page.getByLabel(name, { exact: typeof name === 'string' })

type Task = {
  /** Presses, taps and fields together. */
  most: number
  at: string | (() => Promise<string>)
  /** Does it; `way` makes names that no other run has. */
  run: (page: Page, hands: Hands, way: Way) => Promise<unknown>
}

const paidOrder = async (quantity: number) =>
  (await buy(app, made.ticket, { quantity, way: 'cardprocessor' })).orderId
const freeOrder = async () => (await buy(app, made.freeTicket, { quantity: 1 })).orderId
const orderAt = (order: Promise<number>) => order.then(id => `/orders/${id}`)
const orderIn = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))

/** A new event with one ticket, which tickets are added to. */
async function anEvent(title: string) {
  const { id } = await staff.createEvent({
    title,
    start_date: '2027-10-01 20:00:00',
    end_date: '2027-10-01 22:00:00',
    status: 'publish',
  })
  return id
}

/** The tasks of an organiser, by labels and roles. The first, setting a site up, has an empty installation of its own. */
const tasks: Readonly<Record<string, Task>> = {
  '2 create and publish a free event': {
    most: 9,
    at: '/',
    run: async (page, { press, type, day }, way) => {
      await press(link(page, 'New event'))
      await type(labelled(page, 'Name'), `Open rehearsal by ${way}`)
      await day(labelled(page, 'Day'), '2027-09-11')
      await press(button(page, 'Save the draft'))
      await press(link(page, 'Add a ticket'))
      await type(labelled(page, 'Name'), 'Free seat')
      await type(labelled(page, 'How many'), '80')
      await press(button(page, 'Add the ticket'))
      await press(button(page, 'Publish'))
      await page.getByText('Published', { exact: true }).waitFor()
      const { events } = await staff.listEvents({ search: `rehearsal by ${way}` })
      expect(events).toMatchObject([{ status: 'publish', start_date: '2027-09-11 19:30:00' }])
    },
  },
  '3 with a venue made in place and a picture': {
    most: 7,
    at: '/events/new',
    run: async (page, { press, type, day, upload }, way) => {
      await type(labelled(page, 'Name'), `Night of organs by ${way}`)
      await day(labelled(page, 'Day'), '2027-09-12')
      await type(labelled(page, 'Venue'), `St Mary ${way}`)
      await type(labelled(page, 'City'), 'Lübeck')
      await upload(button(page, 'Choose a picture'), {
        name: 'organ.png',
        mimeType: 'image/png',
        buffer,
      })
      await press(button(page, 'Use this part'))
      await page.getByText('Uploaded. Save the event to keep it.').waitFor()
      await press(button(page, 'Save the draft'))
      await page.getByRole('heading', { name: /^Night of organs/ }).waitFor()
      const { events } = await staff.listEvents({ search: `organs by ${way}`, status: ['draft'] })
      expect(events).toMatchObject([
        { venue: { venue: `St Mary ${way}`, city: 'Lübeck' }, image: { height: 700 } },
      ])
    },
  },
  '4 three tickets on one shared pool': {
    most: 10,
    at: async () => `/events/${await anEvent('Three tickets')}/tickets/new`,
    run: async (page, { press, type, pick }) => {
      const address = page.url()
      for (const name of ['Stalls', 'Balcony', 'Student']) {
        if (page.url() !== address) await page.goto(address)
        await type(labelled(page, 'Name'), name)
        await pick(labelled(page, 'It shares the places of the event with other tickets'))
        // The second and third know how many there are.
        const places = labelled(page, /^Places of the event, for all/)
        if (name === 'Stalls') await type(places, '200')
        expect(await places.inputValue()).toBe('200')
        await press(button(page, 'Add the ticket'))
        await page.getByRole('heading', { name: 'Three tickets' }).waitFor()
      }
      const event = Number(/events\/(\d+)/.exec(address)?.[1])
      const { tickets } = await staff.listTickets({ include_post: [event] })
      expect(
        tickets.map(({ capacity_details: { global_stock_mode, max } }) => [global_stock_mode, max]),
      ).toEqual(Array.from({ length: 3 }, () => ['global', 200]))
    },
  },
  '5 a sale price with a window': {
    most: 5,
    at: async () => {
      const event = await anEvent('Reduced')
      const { id } = await staff.createTicket({
        post_id: event,
        provider: 'tc',
        name: 'Chair',
        price: '20.00',
        ticket: { mode: 'own', capacity: 10 },
      })
      return `/events/${event}/tickets/${id}`
    },
    run: async (page, { press, type, tick, day }) => {
      await tick(labelled(page, 'It has a reduced price for some days'))
      await type(labelled(page, 'Reduced price in USD'), '15,00')
      await day(labelled(page, 'Reduced from'), '2026-01-01')
      await day(labelled(page, 'Reduced until'), '2027-06-30')
      await press(button(page, 'Save'))
      await page.getByText('$20.00, reduced to $15.00, now').waitFor()
    },
  },
  '6 a 20 % coupon': {
    most: 4,
    at: '/coupons',
    run: async (page, { press, type }, way) => {
      await press(button(page, 'New coupon'))
      await type(labelled(page, 'Code'), `BY${way}`)
      await type(labelled(page, 'Per cent'), '20')
      await press(button(page, 'Add the coupon'))
      await page.getByRole('table', { name: 'Coupons' }).getByText(`BY${way}`).first().waitFor()
    },
  },
  '7 a fee': {
    most: 4,
    at: '/fees',
    run: async (page, { press, type }, way) => {
      await press(button(page, 'New fee'))
      await type(box(page, 'Name'), `Cloakroom ${way}`)
      await type(labelled(page, 'Amount in USD'), '0.50')
      await press(button(page, 'Add the fee'))
      await page.getByRole('table', { name: 'Fees' }).getByText(`Cloakroom ${way}`).waitFor()
    },
  },
  '8 find an order by a misspelt name': {
    most: 3,
    at: async () => {
      await staff.correctOrder({ id: await paidOrder(1), name: 'Ingeborg Haugland' })
      return '/events'
    },
    run: async (page, { press, type }, way) => {
      if (way === 'keyboard') await page.keyboard.press('/')
      else await press(page.getByRole('button', { name: 'Search' }).first())
      await type(page.getByRole('dialog').getByRole('combobox'), 'ingeborg hauglund')
      const hit = page.getByRole('option', { name: /Ingeborg Haugland/ }).first()
      await hit.waitFor()
      if (way === 'keyboard') await page.keyboard.press('Enter')
      else await press(hit)
      await page
        .getByText(/^Order \d+|Ingeborg Haugland/)
        .first()
        .waitFor()
      await page.getByRole('region', { name: 'Money' }).waitFor()
    },
  },
  '9 refund one line, keep the fee': {
    most: 5,
    at: () => orderAt(paidOrder(2)),
    run: async (page, { press, tick, type }) => {
      await press(button(page, 'Refund'))
      await tick(page.getByRole('checkbox', { name: /place 1$/ }))
      await tick(labelled(page, 'Keep the fees'))
      await type(labelled(page, 'Reason'), 'Cannot come')
      await press(button(page, /^Give back \$32\.00$/))
      await page.getByRole('heading', { name: '1 place' }).waitFor()
      const { places, money } = await staff.getOrderPage({ id: orderIn(page) })
      expect(places.filter(({ valid }) => valid)).toHaveLength(1)
      expect(Number(money?.returned) + Number(money?.promised)).toBe(32)
    },
  },
  '10 a goodwill amount': {
    most: 5,
    at: () => orderAt(paidOrder(1)),
    run: async (page, { press, pick, type }) => {
      await press(button(page, 'Refund'))
      await pick(labelled(page, 'An amount'))
      await type(labelled(page, 'Amount in USD'), '5')
      await type(labelled(page, 'Reason'), 'Late start')
      await press(button(page, 'Give back $5.00'))
      await page.getByText('Part returned').waitFor()
      const { places } = await staff.getOrderPage({ id: orderIn(page) })
      expect(places.filter(({ valid }) => valid)).toHaveLength(1)
    },
  },
  '11 correct an e-mail address and send again': {
    most: 5,
    at: () => orderAt(freeOrder()),
    run: async (page, { press, type }, way) => {
      await press(button(page, 'Change the buyer'))
      await type(box(page, 'E-mail address'), `${way}@example.org`)
      await press(button(page, 'Save'))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await press(button(page, 'Send again'))
      await press(button(page, 'Send'))
      await page.getByText('The mail waits to be sent.').waitFor()
      const { messages } = await staff.listMessages({ order: orderIn(page) })
      expect(messages.map(({ recipient }) => recipient)).toContain(`${way}@example.org`)
    },
  },
  '12 move an attendee to a dearer ticket': {
    most: 4,
    at: () => orderAt(freeOrder()),
    run: async (page, { press, choose, pick }) => {
      await press(button(page, /^Move /))
      await choose(labelled(page, 'To'), 'Standard, $32.00')
      await pick(labelled(page, /is forgiven/))
      await page.getByText('Nothing goes back.').waitFor()
      await press(button(page, 'Move'))
      await page.getByText('Moved. The code stays the same.').waitFor()
      const { attendees } = await staff.getOrder({ id: orderIn(page) })
      expect(attendees).toMatchObject([{ ticket_id: made.ticket }])
    },
  },
  '13 add a helper for the door of one event': {
    most: 4,
    at: '/team',
    run: async (page, { press, type, choose }, way) => {
      await press(button(page, 'Add somebody'))
      await type(box(page, 'E-mail address'), `${way}@door.example`)
      await choose(labelled(page, 'Where'), 'Maren Sol')
      await press(button(page, 'Add'))
      await page.getByText('Pass this link on to').waitFor()
      const helper = (await staff.listTeam()).find(one => one.user.email === `${way}@door.example`)
      expect(helper).toMatchObject({ set: 'door', event: made.event })
    },
  },
  '14 pair a scanner': {
    most: 4,
    at: '/door',
    run: async (page, { press, type, tick }, way) => {
      await press(button(page, 'Pair a phone'))
      await type(labelled(page, 'Name of the phone'), `Bo by ${way}`)
      await tick(page.getByRole('checkbox', { name: /^Maren Sol/ }))
      await press(button(page, 'Make the code'))
      await page.getByRole('img', { name: `The code that pairs Bo by ${way}` }).waitFor()
    },
  },
  '15 export filtered attendees': {
    most: 3,
    at: '/attendees',
    run: async (page, { press, choose }) => {
      await choose(labelled(page, 'Door'), 'Not in yet')
      await page.waitForURL(/filter\.checked_in=false/)
      await press(page.locator('summary', { hasText: 'Export' }))
      const [file] = await Promise.all([page.waitForEvent('download'), press(link(page, 'CSV'))])
      const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n')
      const { count } = await staff.findAttendees({ 'filter.checked_in': 'false', count: 'exact' })
      expect(rows).toHaveLength(1 + (count ?? 0))
    },
  },
  '16 who changed this price': {
    most: 2,
    at: `/events/${made.event}/tickets`,
    run: async (page, { press }) => {
      await press(
        page.getByRole('table', { name: 'Tickets' }).getByRole('link', { name: 'Standard' }),
      )
      await press(link(page, 'Who changed it'))
      const changes = page.getByRole('table', { name: 'Changes' })
      await changes.getByText('$33.00').first().waitFor()
      await changes.getByText('$32.00').first().waitFor()
    },
  },
}

/** What is done with a finger, too: what comes up at the door and on the way. */
const byTouch = /^(?:6|8|9|11|12|14) /

test.each(['mouse', 'keyboard', 'touch'] as const)(
  'the tasks of an organiser are done by %s within their budgets',
  async way => {
    const chosen = Object.entries(tasks).filter(([name]) => way !== 'touch' || byTouch.test(name))
    const lines: string[] = []
    const wrong: string[] = []
    await visitSignedIn(windows[way], async page => {
      page.setDefaultTimeout(12_000)
      // A task that failed leaves things that were typed.
      page.on('dialog', dialog => void dialog.accept())
      for (const [name, { at, most, run }] of chosen) {
        const hands = handsOn(page, way)
        await page.goto(`/admin${typeof at === 'string' ? at : await at()}`)
        await page.locator('main h1').first().waitFor()
        await run(page, hands, way).catch((error: unknown) =>
          wrong.push(`${name}: ${String(error).slice(0, 400)}`),
        )
        lines.push(`${name}: ${hands.acts()}`)
        if (hands.acts() > most) wrong.push(`${name}: ${hands.acts()} acts, at most ${most}`)
      }
    })
    console.log(`By ${way}, presses and fields: ${lines.join('; ')}.`)
    expect(wrong).toEqual([])
  },
)
