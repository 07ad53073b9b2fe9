import { expect } from 'vitest'
import type { TestApp, TestRequest } from './start-app.ts'

type App = Pick<TestApp, 'admin'>
type As = TestRequest['as']

/** Opens a till; returns its id. */
export async function aTill(
  app: App,
  as: As = 'administrator',
  more: object = {},
): Promise<number> {
  const body = { name: 'Main desk', float: '150.00', ...more }
  const { status, json } = await app.admin('POST', '/tills', { as, body })
  expect(json).toMatchObject({ open: true, yours: true })
  expect(status).toBe(201)
  return json.id
}

type Sale = { event: number; till: number; ticket: number; quantity?: number; total: string }

/** Sells places of one ticket at the desk; returns the answer. */
export const sell = (
  app: App,
  { event, till, ticket, quantity = 1, total }: Sale,
  { as = 'administrator', more = {}, key }: { as?: As; more?: object; key?: string } = {},
) =>
  app.admin('POST', '/desk/sales', {
    as,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: {
      event,
      till,
      lines: [{ ticket, quantity }],
      method: 'cash',
      expected_total: total,
      ...more,
    },
  })

/** A till as its page shows it. */
export async function readTill(app: App, id: number, as: As = 'administrator') {
  const { status, json } = await app.admin('GET', `/tills/${id}`, { as })
  expect(status).toBe(200)
  return json
}
