import { describe, expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import type { Capability } from './capabilities.ts'
import { heldRights, stillHolds } from './held-rights.ts'
import { type GrantSet, rightsOf } from './rights.ts'

const holding = (
  grants: readonly (readonly [GrantSet, number | null])[],
  capabilities: readonly Capability[] = [],
): Caller => ({
  kind: 'user',
  userId: 1,
  role: 'subscriber',
  capabilities: new Set(capabilities),
  held: grants.map(([set, eventId]) => ({
    eventId,
    rights: new Set(rightsOf(set, eventId)),
    refundLimit: null,
  })),
  seesOwn: true,
  credentialEndsAt: null,
  credential: 'password:1',
})

const then = (caller: Caller) => JSON.parse(JSON.stringify(heldRights(caller)))

describe('what a caller held', () => {
  test('is still held with more, for the site instead of an event, or by role', () => {
    const before = then(
      holding([
        ['door', 7],
        ['door', 8],
        ['finance', 7],
      ]),
    )
    for (const grants of [
      [
        ['finance', 7],
        ['door', 8],
        ['door', 7],
      ],
      [['manager', null]],
      [
        ['manager', 7],
        ['box_office', 8],
      ],
    ] as const) {
      expect(stillHolds(holding(grants), before)).toBe(true)
    }
    expect(
      stillHolds(holding([], ['manage_site', 'manage_attendees']), then(holding([['door', 7]]))),
    ).toBe(true)
  })

  test('is not when a grant, an event of one, or a capability is gone', () => {
    const before = then(
      holding([
        ['door', 7],
        ['finance', 8],
      ]),
    )
    for (const grants of [
      [],
      [['door', 7]],
      [['finance', 8]],
      [
        ['door', 8],
        ['finance', 7],
      ],
    ] as const) {
      expect(stillHolds(holding(grants), before)).toBe(false)
    }
    const staff = holding([], ['manage_attendees'])
    expect(stillHolds(holding([]), then(staff))).toBe(false)
    expect(stillHolds({ kind: 'anonymous' }, then(staff))).toBe(false)
    expect(heldRights({ kind: 'anonymous' })).toBeUndefined()
  })
})
