import type { RunItem } from '@marquee-events/client'

const members = { price: 'Price', capacity: 'Places', max_per_order: 'Most in one order' } as const

/** What is changed of a ticket, each with what it was. */
export function Changes({ changes }: Pick<RunItem, 'changes'>) {
  return changes.map(({ member, from, to }) => (
    <span key={member} className="soft small" style={{ display: 'block' }}>
      {members[member]}: {from} → {to}
    </span>
  ))
}
