import { signInJobs } from './access/sessions/jobs.ts'
import { renderingJobs } from './catalogue/jobs.ts'
import { organizerJobs } from './catalogue/organizers/jobs.ts'
import { eventJobs } from './catalogue/events/jobs.ts'
import { venueJobs } from './catalogue/venues/jobs.ts'
import { actingAs } from './platform/db/acting.ts'
import { budgetJobs } from './platform/budgets/jobs.ts'
import { factJobs } from './platform/facts/jobs.ts'
import { idempotencyJobs } from './platform/idempotency/jobs.ts'
import { gatherJobs } from './platform/jobs/gather-jobs.ts'
import { accountJobs } from './messaging/accounts/jobs.ts'
import { noticeJobs } from './messaging/notices/jobs.ts'
import { outboxJobs } from './messaging/outbox/jobs.ts'
import type { Deps } from './messaging/deps.ts'
import { bookJobs } from './shop/books/jobs.ts'
import { importJobs } from './importing/runs/jobs.ts'
import { runJobs } from './organising/runs/working/jobs.ts'
import { retentionJobs } from './organising/retention/jobs.ts'
import { cartJobs } from './shop/cart/jobs.ts'
import { orderJobs } from './shop/orders/reconciling/jobs.ts'
import { checkinJobs } from './ticketing/checkin/jobs.ts'
import { inventoryJobs } from './ticketing/inventory/jobs.ts'

/** The background work of every process; each job runs once for all of them. */
export function allJobs(deps: Deps) {
  return gatherJobs([
    eventJobs(deps),
    venueJobs(deps),
    organizerJobs(deps),
    renderingJobs(deps),
    inventoryJobs(deps.db),
    checkinJobs(deps.db),
    cartJobs(deps.db),
    bookJobs(deps),
    runJobs(deps),
    importJobs(deps.db),
    orderJobs(actingAs(deps, { kind: 'job', name: 'orders.reconcile' })),
    idempotencyJobs(deps.db),
    factJobs(deps),
    outboxJobs(deps),
    accountJobs(deps),
    noticeJobs(deps),
    budgetJobs(deps),
    signInJobs(deps),
    retentionJobs(actingAs(deps, { kind: 'job', name: 'retention.empty' })),
  ])
}
