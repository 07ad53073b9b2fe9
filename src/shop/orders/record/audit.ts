import type { Db } from '../../../platform/db/database.ts'
import { coarseSteps } from '../../payments/amounts.ts'
import { listDifferences, type OrderDifference } from './lookup.ts'

/**
 * Compares what orders say of themselves with their lines, refunds and attendees. Any answer is a defect, but `kept`:
 * there a provider could not give money back, and somebody has to. It reads one snapshot and so may run during a sale.
 */
export function auditOrders(db: Db): Promise<OrderDifference[]> {
  return listDifferences(db, coarseSteps())
}
