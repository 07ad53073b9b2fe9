// What a phone without a network knows while tickets are sold, passed on and given back (contract.md 34.4).
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { eveningOfWire, knownOf, type WireEntry } from '../../../src/ticketing/door/rules.list.ts'
import { judge } from '../../../src/ticketing/door/rules.ts'
import { anAttendee, attendees } from '../../support/attending.ts'
import { aBuyer, refund } from '../../support/buying.ts'
import { codeOf, type Phone, pairPhone } from '../../support/door-phone.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'
import { pseudoRandom } from '../../race/seeds.ts'

const isLong = process.env['LONG'] !== undefined
const app = await startApp({ RATE_LIMIT: 'off' })
const { db, tickets } = app
const as = 'administrator' as const

/** The list of a phone: the first part's position counts, and changes are put over it. */
async function aList(phone: Phone) {
  const rows = new Map<number, WireEntry>()
  const put = (list: WireEntry[]) => list.forEach(row => rows.set(row.id, row))
  const first = await phone.list()
  put(first.json.rows)
  let { position } = first.json
  for (let { next } = first.json; next !== null; ) {
    const part = await phone.list(next)
    put(part.json.rows)
    next = part.json.next
  }
  const update = async () => {
    await app.deps.following.catchUp()
    for (let more = true; more; ) {
      const { json } = await phone.changes(position)
      put(json.rows)
      ;({ position, more } = json)
    }
  }
  return { rows, update, evening: eveningOfWire(first.json.event) }
}

const truth = (eventId: number) =>
  db
    .selectFrom('attendees')
    .select(['id', 'status', 'order_status', 'generation', 'security_code'])
    .where('event_id', '=', eventId)
    .execute()

test('after its next changes a phone turns away no valid ticket and lets in none that ended, whatever happened beside its list', async () => {
  const capacity = isLong ? 2000 : 40
  const { id: ticketId, eventId } = await ticketOnSale(app, { capacity })
  const phone = await pairPhone(app, eventId)
  const draw = pseudoRandom(11)
  const bought: Awaited<ReturnType<typeof aBuyer>>[] = []
  const passOn = (id: number) =>
    tickets('PATCH', `/attendees/${id}`, {
      as,
      body: { email: `p${id}-${draw(1000)}@example.org` },
    })
  const act = async () => {
    const one = bought[draw(Math.max(1, bought.length))]
    const what = draw(5)
    if (what < 2 || !one) bought.push(await aBuyer(app, { ticketId, eventId }))
    else if (what === 2) await passOn(one.id)
    else if (what === 3) await refund(app, bought.splice(bought.indexOf(one), 1)[0]!.orderId)
    else await tickets('PATCH', `/attendees/${one.id}`, { as, body: { check_in: draw(2) === 0 } })
  }
  const lists: Awaited<ReturnType<typeof aList>>[] = []
  for (let round = 0; round < (isLong ? 1000 : 8); round += 1) {
    const [list] = await Promise.all([aList(phone), act(), act(), act()])
    lists.push(list)
  }
  for (const { rows, update, evening } of lists) {
    await update()
    const now = await truth(eventId)
    expect(rows.size).toBe(now.length)
    for (const row of now) {
      const entry = rows.get(row.id)
      const known = entry && knownOf({ ...entry, entered_at: null }, new Map())
      const shown = { kind: 'secret', isRight: entry?.code === codeOf(row) } as const
      const { verdict } = judge(known, { evening, gate: null, shown, at: evening.starts_at })
      const admits = row.status === 'publish' && row.order_status === 'completed'
      expect([row.id, verdict]).toEqual([row.id, admits ? 'admitted' : 'refused'])
    }
  }
})

test('a list of several parts has everybody once', async () => {
  const guests = await attendees(app, 1005)
  const phone = await pairPhone(app, guests[0]!.eventId)
  const { rows } = await aList(phone)
  expect([...rows.keys()]).toEqual(guests.map(({ id }) => id))
})

test('the name on a phone opens with the code of its ticket, and with no other', async () => {
  const guest = await anAttendee(app, { holderName: 'Orla Quill' })
  const other = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const [row] = (await phone.list()).json.rows as WireEntry[]
  const open = (secret: string) => {
    const bytes = Buffer.from(row!.sealed, 'base64url')
    const key = hkdfSync('sha256', secret, 'marquee door', `${guest.id}|${row!.generation}`, 32)
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key), bytes.subarray(0, 12))
    cipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString()
  }
  expect(JSON.parse(open(guest.security_code))).toEqual({ name: 'Orla Quill' })
  expect(() => open(other.security_code)).toThrow()
})

test('changes that were deleted since are said to be gone, so that the list is read anew', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const ahead = await phone.changes(1_000_000_000)
  expect([ahead.status, ahead.json.code]).toEqual([410, 'cursor_expired'])
})

test('the ticket of a phone that could not judge is judged by the service, signed or not', async () => {
  const [plain, wrong] = await attendees(app, 2)
  const phone = await pairPhone(app, plain!.eventId)
  const text = (id: number, code: string) =>
    `http://tickets.test/?event_qr_code=1&ticket_id=${id}&event_id=${plain!.eventId}&security_code=${code}&path=svc`
  const results = await phone.send([
    phone.scan({ ticket: text(plain!.id, plain!.security_code) }),
    phone.scan({ ticket: text(wrong!.id, 'x'.repeat(24)) }),
    phone.scan({ ticket: 'g'.repeat(4000) }),
    phone.scan({ attendee: 999_999_999, verdict: 'refused', reason: 'unknown' }),
  ])
  expect(results.json.results).toEqual([
    { seq: 1, result: 'admitted', refusal: null },
    { seq: 2, result: 'refused', refusal: 'security_code_not_valid' },
    { seq: 3, result: 'refused', refusal: 'unknown' },
    { seq: 4, result: 'refused', refusal: 'unknown' },
  ])
  const elsewhere = await anAttendee(app)
  const strange = phone.scan({ ticket: text(elsewhere.id, elsewhere.security_code) })
  expect((await phone.send([strange])).json.results[0]).toMatchObject({ refusal: 'other_event' })
})

test('a phone says what was wrong with each scan that names nothing to take back', async () => {
  const guest = await anAttendee(app)
  const phone = await pairPhone(app, guest.eventId)
  const stands = await phone.send([
    phone.scan({ kind: 'stands' }),
    phone.scan({ kind: 'undo', of: 9 }),
  ])
  expect([stands.status, Object.keys(stands.json.data.params)]).toEqual([
    400,
    ['scans[0]', 'scans[1]'],
  ])
})
