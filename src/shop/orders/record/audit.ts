import type { Db } from '../../../platform/db/database.ts'
import { coarseSteps } from '../../payments/amounts.ts'
import { listDifferences, type OrderDifference } from './store.audit.ts'

/**
 * Compares orders with their lines, refunds and attendees. Every result is a defect, except `kept`: money that a
 * provider could not refund, and that somebody must return. Reads one snapshot, so it may run during a sale.
 */
export function auditOrders(db: Db): Promise<OrderDifference[]> {
  return listDifferences(db, coarseSteps())
}
