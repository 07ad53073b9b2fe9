// Database: in the short run a server alone, where there is one.
// Histories of several phones without a network: whatever the order in which they send, the end is the same (contract.md 34.6).
import { expect, test } from 'vitest'
import { attendees, demandTrueCounts } from '../../support/attending.ts'
import { type Phone, type PhoneScan, pairPhone } from '../../support/door-phone.ts'
import { startApp } from '../../support/start-app.ts'
import { pseudoRandom, seeds } from '../../race/seeds.ts'

const isLong = process.env['LONG'] !== undefined
const app = await startApp({ RATE_LIMIT: 'off' })
const { db, clock, tickets, admin } = app
const as = 'administrator' as const

const histories = isLong ? seeds(500).slice(0, 500) : seeds(20)

type Act = { phone: number; guest: number; what: 'in' | 'out' | 'undo' | 'guest'; minute: number }

/** What happens at the doors of an evening, in the order of true time. */
function drawActs(draw: (below: number) => number, phones: number, guests: number): Act[] {
  const quantity = isLong ? 10 + draw(310) : 5 + draw(20)
  return Array.from({ length: quantity }, (_, minute) => ({
    phone: draw(phones),
    guest: draw(guests),
    what: (['in', 'in', 'in', 'out', 'undo', 'guest'] as const)[draw(6)]!,
    minute,
  }))
}

type Guest = { id: number; security_code: string }

async function evening(entry: string, guestCount: number, skews: readonly number[]) {
  const guests = await attendees(app, guestCount)
  const { eventId, ticketId } = guests[0]!
  await tickets('PATCH', `/tickets/${ticketId}/entry`, { as, body: { entry } })
  const phones: Phone[] = []
  for (const skewMs of skews) phones.push(await pairPhone(app, eventId, { skewMs }))
  return { eventId, guests, phones }
}

/** The scans of each phone. Who was let in is what a phone alone could know: it has no network. */
function scansOf(
  acts: readonly Act[],
  phones: readonly Phone[],
  guests: readonly Guest[],
  start: Date,
) {
  const queues: PhoneScan[][] = phones.map(() => [])
  for (const { phone: at, guest: of, what, minute } of acts) {
    const [phone, guest] = [phones[at]!, guests[of]!]
    clock.set(new Date(start.getTime() + minute * 60_000))
    const queue = queues[at]!
    if (what === 'in') queue.push(phone.letIn(guest))
    if (what === 'out') queue.push(phone.scan({ kind: 'out', attendee: guest.id }))
    if (what === 'guest') queue.push(phone.scan({ kind: 'guest_in' }))
    const last = queue.findLast(scan => scan['kind'] !== 'undo')
    if (what === 'undo' && last) queue.push(phone.scan({ kind: 'undo', of: last['seq'] }))
  }
  return queues
}

/** Sends everything in parts, in some order of phones; parts are sent again at times, as after a lost answer. */
async function sendAll(
  draw: (below: number) => number,
  phones: readonly Phone[],
  queues: readonly PhoneScan[][],
) {
  const left = queues.map(queue => [...queue])
  while (left.some(queue => queue.length > 0)) {
    const at = draw(phones.length)
    const part = left[at]!.splice(0, 1 + draw(8))
    if (part.length === 0) continue
    const sent = await phones[at]!.send(part)
    expect(sent.status).toBe(200)
    if (draw(4) === 0)
      expect((await phones[at]!.send(part)).json.results).toEqual(sent.json.results)
  }
}

async function endOf({ eventId, guests, phones }: Awaited<ReturnType<typeof evening>>) {
  const scans = await db
    .selectFrom('door_scans')
    .select(['device_id', 'seq', 'merged'])
    .where('event_id', '=', eventId)
    .orderBy('device_id')
    .orderBy('seq')
    .execute()
  const rows = await db
    .selectFrom('attendees as a')
    .leftJoin('door_states as s', 's.attendee_id', 'a.id')
    .select(['a.id', 'a.checked_in_at', 's.inside', 's.entered_at'])
    .where('a.event_id', '=', eventId)
    .orderBy('a.id')
    .execute()
  const conflicts = await admin('GET', `/events/${eventId}/door-conflicts`, { as })
  const firstPhone = phones[0]!.id
  const { last_ten_minutes: _, ...counts } = await phones[0]!.counts()
  return {
    scans: scans.map(({ device_id, ...scan }) => ({ phone: device_id - firstPhone, ...scan })),
    guests: rows.map(({ id, ...row }) => ({ guest: id - guests[0]!.id, ...row })),
    conflicts: conflicts.json.length,
    counts,
  }
}

/** Who is inside, by the plainest rules: the last passage that was not taken back decides. */
function plainInside(
  acts: readonly Act[],
  queues: readonly PhoneScan[][],
  guests: readonly Guest[],
): number {
  const undone = new Set(
    queues.flatMap((queue, at) =>
      queue.filter(({ kind }) => kind === 'undo').map(({ of }) => `${at}:${Number(of)}`),
    ),
  )
  type Numbered = PhoneScan & { key: string }
  const numbered: Numbered[] = queues.flatMap((queue, at) =>
    queue.map((scan): Numbered => ({ ...scan, key: `${at}:${Number(scan['seq'])}` })),
  )
  const next = queues.map(() => 0)
  const inOrder = acts.flatMap(({ phone, what }) => {
    if (what === 'undo') {
      const scan = queues[phone]![next[phone]!]
      if (scan?.['kind'] === 'undo') next[phone] = next[phone]! + 1
      return []
    }
    const seq = queues[phone]![next[phone]!]!['seq']
    next[phone] = next[phone]! + 1
    return numbered.filter(({ key }) => key === `${phone}:${Number(seq)}`)
  })
  const standing = inOrder.filter(({ key }) => !undone.has(key))
  const inside = guests.filter(({ id }) => {
    const last = standing.findLast(scan => scan['attendee'] === id)
    return last !== undefined && last['kind'] !== 'out'
  })
  return inside.length + standing.filter(scan => scan['kind'] === 'guest_in').length
}

test(`the phones of ${histories.length} evenings end alike whatever they send first, and as many are inside as came and stayed`, async () => {
  for (const seed of histories) {
    const draw = pseudoRandom(seed)
    const phoneCount = 2 + draw(isLong ? 7 : 3)
    const guestCount = 1 + draw(6)
    const skews = Array.from({ length: phoneCount }, () => (draw(21) - 10) * 60_000)
    const entry = (['once', 'daily', 'reentry'] as const)[draw(3)]!
    const acts = drawActs(draw, phoneCount, guestCount)
    const worlds = [
      await evening(entry, guestCount, skews),
      await evening(entry, guestCount, skews),
    ]
    const start = clock.now()
    const ends = []
    for (const world of worlds) {
      const queues = scansOf(acts, world.phones, world.guests, start)
      clock.set(new Date(start.getTime() + 10 * 60 * 60_000))
      await sendAll(draw, world.phones, queues)
      const end = await endOf(world)
      expect([seed, end.counts.inside]).toEqual([seed, plainInside(acts, queues, world.guests)])
      ends.push(end)
    }
    expect([seed, ends[1]]).toEqual([seed, ends[0]])
  }
  await demandTrueCounts(app)
})
