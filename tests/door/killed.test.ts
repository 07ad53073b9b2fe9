// Phones whose browser is killed, and phones whose clock is wrong.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pseudoRandom, seeds } from '../race/seeds.ts'
import { attendees } from '../support/attending.ts'
import {
  codeOf,
  goOffline,
  killPhone,
  openDoors,
  openPhone,
  pairAndOpen,
  scansOf,
  type,
  word,
} from './open-door.ts'

const { app, base } = await openDoors({ QR_CONTENT: 'signed' })
const kills = process.env['LONG'] ? 200 : 4
const [seed = 1] = seeds(1)

test(
  `no scan that was green is lost when the browser is killed ${kills} times, the moment after or at any other (seed ${seed})`,
  async () => {
    const draw = pseudoRandom(seed)
    const guests = await attendees(app, kills)
    const { eventId } = guests[0]!
    let phone = await openPhone(base)
    const { folder } = phone
    await pairAndOpen(phone, app, eventId)
    await phone.page.waitForFunction(() => navigator.serviceWorker?.controller !== null)
    const wasGreen = new Set<number>()
    for (const [at, guest] of guests.entries()) {
      await goOffline(phone)
      await type(phone.page, await codeOf(app, guest))
      const green = word(phone.page, 'Come in').then(
        () => true,
        () => false,
      )
      const isGreen = await (at % 2 === 0 ? green : Promise.race([green, pause(draw(120), false)]))
      if (isGreen) wasGreen.add(guest.id)
      await killPhone(phone)
      phone = await openPhone(base, { folder })
      await phone.page.goto('/door')
      await phone.page.getByText('In step').waitFor()
      await phone.page.getByText('0 to send').waitFor()
    }
    await phone.context.close()
    const scans = await scansOf(app, eventId)
    const stored = scans.map(({ attendee_id }) => attendee_id)
    expect(wasGreen.size).toBeGreaterThanOrEqual(kills / 2)
    expect([...wasGreen].filter(id => !stored.includes(id))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    expect(scans.every(({ merged }) => merged === 'admitted')).toBe(true)
  },
  kills * 100_000,
)

test('a clock that was wrong at the door and is set right before its scans are sent gives them the times at which they were', async () => {
  // The clock of the service stands, and two hundred killed browsers take a quarter of an hour.
  app.clock.set(new Date())
  const guests = await attendees(app, 2)
  const { eventId } = guests[0]!
  const phone = await openPhone(base)
  const { page, context } = phone
  await context.addInitScript(() => {
    const Right = Date
    const wrongBy = () => Number(localStorage.getItem('wrong by') ?? 0)
    class Wrong extends Right {
      constructor(...given: [] | [number]) {
        super(...(given.length === 0 ? ([Right.now() + wrongBy()] as [number]) : given))
      }
      static override now = () => Right.now() + wrongBy()
    }
    globalThis.Date = Wrong as DateConstructor
  })
  const setClock = (hours: number) =>
    page.evaluate(by => localStorage.setItem('wrong by', String(by)), hours * 3_600_000)
  await pairAndOpen(phone, app, eventId)
  const times = []
  for (const [at, wrong] of [2, -2].entries()) {
    await setClock(wrong)
    // The phone meets the service once with its wrong clock.
    await page.waitForResponse(answer => answer.url().includes('/door/counts'))
    await goOffline(phone)
    times.push(Date.now())
    await type(page, await codeOf(app, guests[at]!))
    await page.getByText('1 to send').waitFor()
    await setClock(0)
    await context.setOffline(false)
    await page.getByText('0 to send').waitFor()
  }
  const scans = await app.db
    .selectFrom('door_scans')
    .select(['at', 'merged'])
    .where('event_id', '=', eventId)
    .orderBy('seq')
    .execute()
  expect(scans.map(({ merged }) => merged)).toEqual(['admitted', 'admitted'])
  for (const [at, scan] of scans.entries())
    expect(Math.abs(scan.at.getTime() - times[at]!)).toBeLessThan(30_000)
  await context.close()
})
