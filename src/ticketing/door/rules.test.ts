import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownOf, type WireEntry } from './rules.list.ts'
import { step } from './rules.merge.ts'
import {
  type DoorEvening,
  entryRules,
  judge,
  type KnownAttendee,
  outside,
  ticketRefusal,
} from './rules.ts'

const starts = Date.parse('2026-12-04T19:00:00Z')
const evening = (more: Partial<DoorEvening> = {}): DoorEvening => ({
  id: 7,
  zone: 'Europe/Oslo',
  event_happening: 'scheduled',
  starts_at: new Date(starts),
  ends_at: new Date(starts + 3 * 3_600_000),
  window: null,
  ...more,
})
const at = new Date(starts + 60_000)
const ticket = { admits: true, isEnded: false, generation: 2, ticketId: 4, entry: 'once' } as const
const known = (more: object = {}): KnownAttendee => ({
  ticket: { ...ticket, ...more },
  passing: outside,
})
const signed = (generation: number) => ({ kind: 'signed', generation }) as const
const ask = { evening: evening(), gate: null, at }

test.each([
  ['the present code', known(), signed(2), { verdict: 'admitted' }],
  [
    'a code of before it was passed on',
    known(),
    signed(1),
    { verdict: 'refused', reason: 'passed_on' },
  ],
  [
    'a code of after it was passed on',
    known(),
    signed(3),
    { verdict: 'admitted', remark: 'reissued' },
  ],
  [
    'a signed code of somebody unknown',
    undefined,
    signed(1),
    { verdict: 'admitted', remark: 'sold_since' },
  ],
  [
    'a plain code of somebody unknown',
    undefined,
    { kind: 'secret', isRight: false },
    { verdict: 'refused', reason: 'unknown' },
  ],
  [
    'a wrong secret',
    known(),
    { kind: 'secret', isRight: false },
    { verdict: 'refused', reason: 'security_code_not_valid' },
  ],
  [
    'a refunded ticket',
    known({ admits: false, isEnded: true, generation: 3 }),
    signed(2),
    { verdict: 'refused', reason: 'attendee_not_authorized' },
  ],
  [
    'an unpaid ticket',
    known({ admits: false }),
    signed(2),
    { verdict: 'refused', reason: 'attendee_not_authorized' },
  ],
] as const)('%s is judged without a network', (_, of, shown, verdict) => {
  expect(judge(of, { ...ask, shown })).toEqual(verdict)
})

test('a used ticket is yellow, with the time and gate at which it was used', () => {
  const last = { at: new Date(starts), deviceId: 3, gateId: 9 }
  const used = { ...known(), passing: { standing: last, last, isInside: true } }
  expect(judge(used, { ...ask, shown: signed(2) })).toEqual({ verdict: 'repeat', before: last })
})

test('a gate lets in its own tickets; a gate without tickets all', () => {
  const here = (ticketIds: number[]) =>
    judge(known(), { ...ask, gate: { ticketIds }, shown: signed(2) })
  expect(here([5])).toEqual({ verdict: 'refused', reason: 'other_gate' })
  expect([here([4, 5]), here([])]).toEqual([{ verdict: 'admitted' }, { verdict: 'admitted' }])
})

test('nobody comes in to a cancelled event, or outside of the hours of entry', () => {
  const asked = (more: Partial<DoorEvening>, time = at) =>
    judge(known(), { ...ask, evening: evening(more), at: time, shown: signed(2) })
  const reason = (name: string) => ({ verdict: 'refused', reason: name })
  expect(asked({ event_happening: 'cancelled' })).toEqual(reason('event_cancelled'))
  const window = { bufferMinutes: 30 }
  expect(asked({ window }, new Date(starts - 31 * 60_000))).toEqual(
    reason('event_not_happening_now'),
  )
  expect(asked({ window }, new Date(starts - 29 * 60_000))).toEqual({ verdict: 'admitted' })
})

const wire = fc.record({
  id: fc.constant(1),
  ticket: fc.constantFrom(4, 5),
  order: fc.constant(null),
  generation: fc.integer({ min: 0, max: 3 }),
  state: fc.constantFrom('valid', 'valid', 'unpaid', 'ended'),
  code: fc.constantFrom('aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'),
  note: fc.constant(false),
  sealed: fc.constant(''),
  checked_in_at: fc.constant(null),
  inside: fc.boolean(),
  entered_at: fc.option(
    fc
      .integer({ min: -3000, max: 3000 })
      .map(minutes => new Date(starts + minutes * 60_000).toISOString()),
  ),
  device: fc.option(fc.constantFrom(1, 2)),
  gate: fc.option(fc.constantFrom(9)),
}) as fc.Arbitrary<WireEntry>

test('the phone judges from its list as the service merges: green exactly where the service admits', () => {
  const shown = fc.oneof(
    fc.integer({ min: 0, max: 3 }).map(generation => signed(generation)),
    fc.boolean().map(isRight => ({ kind: 'secret', isRight }) as const),
  )
  const zones = fc.constantFrom('Europe/Oslo', 'Asia/Tokyo', 'UTC-9.5', 'America/St_Johns')
  fc.assert(
    fc.property(
      wire,
      shown,
      zones,
      fc.constantFrom(...entryRules),
      fc.integer({ min: -4000, max: 4000 }),
      fc.option(fc.constant({ bufferMinutes: 60 })),
      (entry, proof, zone, rule, minutes, window) => {
        const of = knownOf(
          JSON.parse(JSON.stringify(entry)),
          new Map([
            [4, rule],
            [5, rule],
          ]),
        )
        const question = {
          evening: evening({ zone, window }),
          gate: null,
          shown: proof,
          at: new Date(starts + minutes * 60_000),
        }
        // A code of a newer generation than the list has cannot be where the service knows the ticket.
        fc.pre(proof.kind !== 'signed' || proof.generation <= entry.generation)
        const refusal = ticketRefusal(of.ticket, question)
        const [merged] = step(
          of.passing,
          {
            kind: 'in',
            deviceId: 1,
            seq: 1,
            at: question.at,
            gateId: null,
            verdict: 'waits',
            stands: false,
            answered: undefined,
            isValid: refusal === undefined,
            isUndone: false,
          },
          { entry: rule, zone },
        )
        expect(judge(of, question).verdict).toBe(merged)
      },
    ),
    { numRuns: process.env['LONG'] ? 100_000 : 2_000 },
  )
})
