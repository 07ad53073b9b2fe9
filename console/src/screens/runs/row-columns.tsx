import type { Plan, PlannedRow, RunItem } from '@marquee-events/client'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../pieces/records.tsx'
import { moneyWords } from '../../pieces/words.ts'
import { Changes } from './changes.tsx'

const heads: Readonly<Record<Plan['kind'], string>> = {
  refunds: 'Order',
  message: 'Guest',
  tickets: 'Ticket',
}

type Row = PlannedRow | RunItem

/** What a row of a plan, or of its run, is of; an order is a link. */
export const subjectColumn = (kind: Plan['kind']): Column<Row> => ({
  head: heads[kind],
  cell: ({ subject, name, title, email, because, changes }) => (
    <>
      {kind === 'refunds' ? (
        <Link to="/orders/$order" params={{ order: subject }}>
          {subject}
        </Link>
      ) : (
        (email ?? (kind === 'tickets' ? '' : subject))
      )}{' '}
      {name}
      {title !== undefined && <span className="soft small"> {title}</span>}
      <Changes changes={changes} />
      {because !== '' && (
        <span className="soft small" style={{ display: 'block' }}>
          {because}
        </span>
      )}
    </>
  ),
})

export const amountColumn: Column<Row> = {
  head: 'Amount',
  right: true,
  cell: ({ amount, currency }) => amount !== null && moneyWords(amount, currency ?? undefined),
}
