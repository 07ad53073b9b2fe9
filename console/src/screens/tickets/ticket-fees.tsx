import { Checkbox, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { ticketFeesQuery } from '../../interface/ticket-queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { ruleWords } from '../coupons/price-rule.ts'

/** The fees that are selected ticket by ticket; nothing on a site without such fees. */
export function TicketFees({ ticket }: { ticket: number }) {
  const { data } = useSuspenseQuery(ticketFeesQuery(ticket))
  const fees = Object.values(data.available_fees)
  const write = useWrite({
    write: (selected_fees: number[]) =>
      marquee.updateTicketFees({ ticket_id: ticket, selected_fees }),
    changes: ['fees', 'tickets'],
    done: 'Saved. It counts for orders from now on.',
  })
  if (fees.length === 0) return null
  return (
    <Card title="Fees of this ticket">
      <Checkbox.Group
        aria-label="Fees of this ticket"
        description="Saved when you choose it. The price that buyers see first has them in it."
        value={data.selected_fees.map(String)}
        onChange={next => write.mutate(next.map(Number))}
      >
        <Stack gap="sm" mt="xs">
          {fees.map(fee => (
            <Checkbox
              key={fee.id}
              value={String(fee.id)}
              disabled={write.isPending}
              label={`${plain(fee.display_name)}: ${ruleWords(fee)} a ticket`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Card>
  )
}
