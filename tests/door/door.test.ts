import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { attendees } from '../support/attending.ts'
import {
  codeOf as codeOfGuest,
  goOffline,
  openDoors,
  openPhone,
  pairAndOpen,
  photographDoor,
  scansOf as scansOfEvent,
  type,
  word,
} from './open-door.ts'

const { app, base } = await openDoors({ QR_CONTENT: 'signed' })
const { db, tickets } = app

type Guest = Awaited<ReturnType<typeof attendees>>[number]

const guestsOf = (quantity: number) => attendees(app, quantity, { holderName: 'Orla Quill' })

const codeOf = (guest: Guest) => codeOfGuest(app, guest)
const scansOf = (eventId: number) => scansOfEvent(app, eventId)

test('without a network a phone judges, remembers and sends later; nothing it keeps has a name', async () => {
  const guests = await guestsOf(3)
  const { eventId } = guests[0]!
  const phone = await openPhone(base)
  await pairAndOpen(phone, app, eventId)
  const { page, context } = phone
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null)
  await goOffline(phone)
  await type(page, await codeOf(guests[0]!))
  await word(page, 'Come in')
  await page.getByText('Orla Quill').waitFor()
  await page.waitForTimeout(2100)
  await type(page, await codeOf(guests[0]!))
  await word(page, 'Already used')
  await photographDoor(page, 'already-used')
  await type(page, 'https://example.org/nothing')
  await word(page, 'Not this one')
  await photographDoor(page, 'not-this-one')
  expect(await scansOf(eventId)).toEqual([])
  // The page and its list are there after a start without a network.
  await page.reload()
  await page.getByText('3 to send').waitFor()
  await type(page, await codeOf(guests[1]!))
  await word(page, 'Come in')
  await context.setOffline(false)
  await page.getByText('0 to send').waitFor()
  expect((await scansOf(eventId)).map(({ merged }) => merged)).toEqual([
    'admitted',
    'repeat',
    'refused',
    'admitted',
  ])
  await context.close()
  expect(bytesIn(phone.folder)).not.toMatch(/Quill/)
})

/** Everything that the browser wrote into its profile. */
const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

test('two phones with a network let the same ticket in once; the second says when and where', async () => {
  const [guest] = await guestsOf(1)
  const [one, two] = [await openPhone(base), await openPhone(base)]
  await pairAndOpen(one, app, guest!.eventId)
  await pairAndOpen(two, app, guest!.eventId)
  const text = await codeOf(guest!)
  await Promise.all([type(one.page, text), type(two.page, text)])
  const heading = ({ page }: typeof one) =>
    page
      .getByRole('heading', { name: /Come in|Already used/ })
      .first()
      .textContent()
  expect(
    (await Promise.all([one, two].map(heading))).toSorted((one, other) =>
      String(one).localeCompare(String(other)),
    ),
  ).toEqual(['Already used', 'Come in'])
  await Promise.all([one.context.close(), two.context.close()])
})

test('a revoked phone deletes what it keeps and says so, and an unpaired one asks for nothing', async () => {
  const [guest] = await guestsOf(1)
  const phone = await openPhone(base)
  const id = await pairAndOpen(phone, app, guest!.eventId)
  await app.admin('DELETE', `/door-devices/${id}`, { as: 'administrator' })
  await phone.page.getByText('This phone was revoked').waitFor()
  const asked: string[] = []
  phone.page.on('request', request => asked.push(request.url()))
  const kept = await phone.page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>(resolve =>
        request.addEventListener('success', () => resolve(request.result), { once: true }),
      )
    const opened = await resultOf(indexedDB.open('marquee-door'))
    const stores = [...opened.objectStoreNames]
    const tx = opened.transaction(stores)
    return Promise.all(stores.map(name => resultOf(tx.objectStore(name).count())))
  })
  expect(kept).toEqual([0, 0, 0, 0])
  await phone.page.waitForTimeout(6000)
  expect(asked.filter(address => address.includes('/svc/'))).toEqual([])
  await phone.context.close()
})

test('whoever scans is told what to read first, and the next scan waits until it was read', async () => {
  const guests = await guestsOf(2)
  const { eventId, ticketId } = guests[0]!
  const as = 'administrator' as const
  await tickets('PUT', `/attendees/${guests[0]!.id}/door-note`, {
    as,
    body: { door_note: 'Open the side door' },
  })
  await tickets('PATCH', `/tickets/${ticketId}/entry`, {
    as,
    body: { door_note: 'Wristband: red' },
  })
  const path = `/events/${eventId}/questions`
  const birth = { asked_of: 'attendee', kind: 'date', text: { en: 'Date of birth' }, at_door: true }
  const { json: question } = await app.admin('POST', path, { as, body: birth })
  const answers = [{ question: question.id, value: '2001-02-03' }]
  await app.admin('PUT', `/attendees/${guests[0]!.id}/answers`, { as, body: { answers } })
  const phone = await openPhone(base)
  await pairAndOpen(phone, app, eventId)
  await type(phone.page, await codeOf(guests[0]!))
  await phone.page.getByText('Open the side door').waitFor()
  await phone.page.getByText('Date of birth: 18+').waitFor()
  await phone.page.getByText('Wristband: red').waitFor()
  await type(phone.page, await codeOf(guests[1]!))
  await phone.page.getByRole('button', { name: 'Done' }).click()
  await phone.page.getByRole('button', { name: 'Scan another' }).waitFor()
  expect((await scansOf(eventId)).map(({ attendee_id }) => attendee_id)).toEqual([guests[0]!.id])
  await phone.context.close()
})

test('practice writes nothing, undo takes back, guests are counted, and codes can be typed', async () => {
  const guests = await guestsOf(2)
  const { eventId } = guests[0]!
  const phone = await openPhone(base)
  await pairAndOpen(phone, app, eventId)
  const { page } = phone
  const more = async (name: RegExp) => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name }).click()
  }
  await more(/^Practice/)
  await type(page, await codeOf(guests[0]!))
  await word(page, 'Come in')
  await more(/^Practice/)
  expect(await scansOf(eventId)).toEqual([])
  await page.getByRole('button', { name: 'Type' }).click()
  const { code } = await db
    .selectFrom('door_codes')
    .select('code')
    .where('attendee_id', '=', guests[1]!.id)
    .executeTakeFirstOrThrow()
  await page.getByRole('textbox').fill(`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`)
  await page.getByRole('button', { name: 'Check' }).click()
  await word(page, 'Come in')
  await page.getByText('ask for the name').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await more(/^Guest without a ticket: in/)
  await page.getByText('0 to send').waitFor()
  await page.getByRole('button', { name: 'Last' }).click()
  await page.getByText('Taken back').waitFor()
  const { json } = await tickets('GET', '/door/counts', {
    as: 'administrator',
    query: { event: eventId },
  })
  expect(json).toMatchObject({ inside: 1, guests: 1, checked_in: 0 })
  await phone.context.close()
})

test('a ticket that only the service knows, and for which its answer came too late, comes in when it is shown again', async () => {
  const [guest] = await guestsOf(1)
  const { eventId } = guest!
  const body = { csv: 'Name,Barcode\nOrla Quill,OLD-SYSTEM-000001' }
  const brought = await app.admin('POST', `/events/${eventId}/attendee-imports`, {
    as: 'administrator',
    body,
  })
  expect(brought.json).toMatchObject({ made: 1, codes: 1 })
  const phone = await openPhone(base)
  await pairAndOpen(phone, app, eventId)
  const { page } = phone
  // The service is busy for longer than anybody waits at a door.
  let release = () => {}
  const busy = new Promise<void>(resolve => (release = resolve))
  const isBusy = db.transaction().execute(() => busy)
  await type(page, 'OLD-SYSTEM-000001')
  await word(page, 'Ask the desk')
  release()
  await isBusy
  await page.getByText('In step').waitFor()
  await type(page, 'OLD-SYSTEM-000001')
  await word(page, 'Come in')
  expect(await page.locator('body').innerText()).not.toContain('no ticket of this site')
  expect((await scansOf(eventId)).map(({ merged }) => merged)).toEqual([
    'undone',
    'undone',
    'admitted',
  ])
  await phone.context.close()
})
