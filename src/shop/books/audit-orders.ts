import type { Deps } from '../deps.ts'
import { differencesOf } from './audit-books.ts'
import { askAll } from './audit-providers.ts'
import { readBookedOf } from './lookup.ts'
import { paymentsOf, tillsDiffer } from './lookup.asked.ts'

const atOnce = 500

/** `asked`: payments for which a provider was asked; `unasked`: those beyond `askMost`. */
export type OrdersAudit = {
  readonly orders: number
  readonly asked: number
  readonly unasked: number
  readonly differences: readonly string[]
}

/**
 * Compares the books of these orders with their rows, with what the providers say when they are asked now, and with the cash
 * lists: one sentence for each difference, which names the order. Changes nothing; no transaction is open while a provider
 * is asked.
 */
export async function auditOrders(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  ids: readonly number[],
  { askMost }: { askMost: number },
): Promise<OrdersAudit> {
  await gateways.refresh()
  const differences: string[] = []
  const payments = { asked: 0, unasked: 0 }
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const booked = await readBookedOf(db, some)
    differences.push(...booked.filter(({ is_booked: isBooked }) => isBooked).flatMap(differencesOf))
    differences.push(...(await tillsDiffer(db, some)))
    const rows = await paymentsOf(db, some)
    const wanted = rows.slice(0, Math.max(0, askMost - payments.asked))
    payments.asked += wanted.length
    payments.unasked += rows.length - wanted.length
    differences.push(...(await askAll(gateways, wanted)))
  }
  return { orders: ids.length, ...payments, differences }
}
