import { expect } from 'vitest'
import { type Got } from '../support/start-app.ts'

export function demandToWait(got: Got) {
  expect([got.status, got.json.code, got.json.data.status]).toEqual([
    429,
    'rest_too_many_requests',
    429,
  ])
  expect(Number(got.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(got.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
}
