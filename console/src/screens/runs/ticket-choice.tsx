import { Checkbox, Stack } from '@mantine/core'
import type { Ticket } from '@marquee-events/client'
import { plain } from '../../pieces/words.ts'
import { priceWords } from '../tickets/ticket-bars.tsx'

type Props = {
  tickets: readonly Ticket[]
  /** The chosen ids, parted by commas. */
  value: string
  onChange: (ids: string) => void
  description: string
  error?: string | undefined
  /** The titles of their events, where they are of several. */
  titles?: Readonly<Record<number, string>> | undefined
}

/** Which tickets something is of. */
export function TicketChoice(props: Props) {
  const { tickets, value, onChange, description, error, titles } = props
  return (
    <Checkbox.Group
      label="Tickets"
      description={description}
      error={error}
      value={value === '' ? [] : value.split(',')}
      onChange={ids => onChange(ids.join(','))}
    >
      <Stack mt="xs" gap="sm">
        {tickets.map(ticket => (
          <Checkbox
            key={ticket.id}
            value={String(ticket.id)}
            label={[
              plain(ticket.title),
              priceWords(ticket),
              ...(titles ? [plain(titles[ticket.post_id] ?? '')] : []),
            ].join(' · ')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
