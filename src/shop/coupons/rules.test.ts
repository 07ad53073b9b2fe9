import { describe, expect, test } from 'vitest'
import { type Coupon, grantUses, isRunning, usesLeft } from './rules.ts'

const now = new Date('2031-05-04T12:00:00Z')
const before = new Date('2031-05-04T11:59:59Z')
const after = new Date('2031-05-04T12:00:01Z')
const terms = { status: 'active', starts_at: null, ends_at: null }

describe('a coupon runs', () => {
  test('while it is active and within its dates, both ends included', () => {
    expect(isRunning(terms, now)).toBe(true)
    expect(isRunning({ ...terms, starts_at: now, ends_at: now }, now)).toBe(true)
    expect(isRunning({ ...terms, starts_at: before, ends_at: after }, now)).toBe(true)
  })

  test.each([
    [{ ...terms, status: 'inactive' }],
    [{ ...terms, status: 'draft' }],
    [{ ...terms, starts_at: after }],
    [{ ...terms, ends_at: before }],
  ])('not with %j', given => {
    expect(isRunning(given, now)).toBe(false)
  })
})

describe('uses of a coupon', () => {
  const coupon = (changes: Partial<Coupon>): Coupon => ({
    ...terms,
    id: 1,
    slug: 'c',
    display_name: 'C',
    kind: 'flat',
    currency: null,
    amount: 100,
    usage_limit: 2,
    held: 0,
    used: 0,
    ...changes,
  })
  const use = (cartId: number) => ({ cartId, couponId: 1 })

  test('are counted when they are held or used, and are unlimited without a limit', () => {
    expect(usesLeft(coupon({ held: 1, used: 1 }))).toBe(0)
    expect(usesLeft(coupon({ usage_limit: null, used: 10 ** 9 }))).toBe(Infinity)
  })

  test('are granted first come, first served, up to the limit', () => {
    const granted = grantUses({ coupons: [coupon({})], holds: [] }, [use(1), use(2), use(3)])
    expect(granted).toEqual([true, true, false])
  })

  test('that a cart holds already do not count against that cart', () => {
    const desk = { coupons: [coupon({ held: 2 })], holds: [use(5)] }
    expect(grantUses(desk, [use(6), use(5), use(5)])).toEqual([false, true, true])
  })

  test('are granted to one network up to half of those that others do not hold, and one of one', () => {
    const wants = (count: number, network: string, first = 1) =>
      Array.from({ length: count }, (_, at) => ({ ...use(first + at), network }))
    const desk = { coupons: [coupon({ usage_limit: 5 })], holds: [] }
    expect(grantUses(desk, wants(5, 'a')).filter(Boolean)).toHaveLength(3)
    const both = [...wants(5, 'a'), ...wants(5, 'b', 6), ...wants(5, '', 11)]
    expect(grantUses(desk, both).map(Number).join('')).toBe('111001000010000')
    const last = { coupons: [coupon({ usage_limit: 1 })], holds: [] }
    expect(grantUses(last, wants(2, 'a'))).toEqual([true, false])
    const held = {
      coupons: [coupon({ usage_limit: 5, held: 3 })],
      holds: [],
      ofNetworks: [{ couponId: 1, network: 'a', held: 3 }],
    }
    expect(grantUses(held, [...wants(1, 'a'), ...wants(1, 'b')])).toEqual([false, true])
    const endless = { coupons: [coupon({ usage_limit: null })], holds: [] }
    expect(grantUses(endless, wants(9, 'a')).every(Boolean)).toBe(true)
  })

  test('are not granted for a coupon that was deleted', () => {
    expect(grantUses({ coupons: [], holds: [use(1)] }, [use(1), use(2)])).toEqual([false, false])
  })
})
