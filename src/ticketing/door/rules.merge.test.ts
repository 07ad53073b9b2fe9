import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePassages, type Passage } from './rules.merge.ts'
import { type EntryRule, entryRules, mayPass, outside } from './rules.ts'

const zone = 'Europe/Oslo'
const evening = Date.parse('2026-12-04T18:00:00Z')
const place = (deviceId: number, seq: number, minutes: number) => ({
  deviceId,
  seq,
  at: new Date(evening + minutes * 60_000),
  gateId: null,
})
const letIn = (deviceId: number, seq: number, minutes: number, more: object = {}): Passage => ({
  ...place(deviceId, seq, minutes),
  kind: 'in',
  verdict: 'admitted',
  stands: false,
  answered: undefined,
  isValid: true,
  isUndone: false,
  ...more,
})
const out = (deviceId: number, seq: number, minutes: number): Passage => ({
  ...place(deviceId, seq, minutes),
  kind: 'out',
  isUndone: false,
})
const ends = (passages: readonly Passage[], entry: EntryRule = 'once') => {
  const { results, passing } = mergePassages(passages, { entry, zone })
  return { results: Object.fromEntries(results), isInside: passing.isInside }
}

test('of two phones that let in the same ticket the earlier one stands, whichever sends first', () => {
  const [one, two] = [letIn(1, 1, 0), letIn(2, 1, 5)]
  const expected = { results: { '1:1': 'admitted', '2:1': 'conflict' }, isInside: true }
  expect(ends([one, two])).toEqual(expected)
  expect(ends([two, one])).toEqual(expected)
})

test.each([
  ['once', 60, 'conflict'],
  ['reentry', 60, 'admitted'],
  ['daily', 60, 'conflict'],
  ['daily', 24 * 60, 'admitted'],
] as const)(
  'a ticket that lets in %s, used again %i minutes later after an exit, is %s',
  (entry, minutes, result) => {
    const { results } = ends([letIn(1, 1, 0), out(1, 2, 30), letIn(1, 3, minutes)], entry)
    expect(results['1:3']).toBe(result)
  },
)

test('a day ends at midnight of the event, not of the server', () => {
  // 22:30 and 23:30 in Oslo are two days in Tokyo and one in UTC.
  const last = { at: new Date('2026-12-04T21:30:00Z'), deviceId: 1, gateId: null }
  const at = new Date('2026-12-04T23:30:00Z')
  const may = (of: string) =>
    mayPass({ ...outside, last, isInside: true }, { entry: 'daily', at, zone: of })
  expect([may('Europe/Oslo'), may('UTC'), may('Asia/Tokyo')]).toEqual([true, false, false])
})

test('a ticket that was not valid any more lets nobody in, and says who was let in with it', () => {
  const { results, isInside } = ends([
    letIn(1, 1, 0, { isValid: false }),
    letIn(1, 2, 1, { isValid: false, verdict: 'waits' }),
  ])
  expect([results, isInside]).toEqual([{ '1:1': 'conflict', '1:2': 'refused' }, true])
})

test('a phone that waits lets nobody in whom it was told not to, whatever becomes of the rule later', () => {
  const told = letIn(1, 2, 5, { verdict: 'waits', answered: 'repeat' })
  const passages = [letIn(1, 1, 0), out(1, 3, 3), told]
  expect(ends(passages, 'reentry')).toEqual({
    results: { '1:1': 'admitted', '1:3': 'out', '1:2': 'repeat' },
    isInside: false,
  })
  const stood = letIn(1, 2, 5, { verdict: 'waits', answered: 'repeat', stands: true })
  expect(ends([letIn(1, 1, 0), stood]).results['1:2']).toBe('conflict')
})

const drawn = fc.array(
  fc.record({
    deviceId: fc.integer({ min: 0, max: 3 }),
    minutes: fc.integer({ min: 0, max: 3000 }),
    what: fc.constantFrom('in', 'in', 'in', 'out', 'undo', 'taken back', 'repeat', 'void'),
  }),
  { maxLength: 12 },
)

const passagesOf = (drafts: { deviceId: number; minutes: number; what: string }[]): Passage[] =>
  drafts.map(({ deviceId, minutes, what }, seq) => {
    if (what === 'out') return out(deviceId, seq, minutes)
    if (what === 'undo') return { ...place(deviceId, seq, minutes), kind: 'undo' }
    return letIn(deviceId, seq, minutes, {
      isUndone: what === 'taken back',
      isValid: what !== 'void',
      ...(what === 'repeat' && { verdict: 'repeat' }),
    })
  })

test('any order of arrival has the same end, and exactly one admission stands for a ticket that lets in once', () => {
  fc.assert(
    fc.property(drawn, fc.constantFrom(...entryRules), fc.integer(), (drafts, entry, shift) => {
      const passages = passagesOf(drafts)
      const turned = passages.map((_, at) => passages[(at + Math.abs(shift)) % passages.length]!)
      expect(ends(turned.toReversed(), entry)).toEqual(ends(passages, entry))
      const undone = passages.some(({ kind }) => kind === 'undo')
      const { results } = ends(passages)
      const admitted = Object.values(results).filter(result => result === 'admitted')
      const could = passages.some(
        one => one.kind === 'in' && one.isValid && !one.isUndone && one.verdict === 'admitted',
      )
      if (!undone) expect(admitted).toHaveLength(could ? 1 : 0)
    }),
    { numRuns: process.env['LONG'] ? 20_000 : 500 },
  )
})
