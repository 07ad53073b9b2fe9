import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { taxRatesQuery, ticketTaxQuery } from '../../interface/tax-queries.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'

/** The tax in the price of a ticket; nothing on a site without rates. */
export function TicketTax({ ticket }: { ticket: number }) {
  const { data: rates } = useSuspenseQuery(taxRatesQuery)
  return rates.length === 0 ? null : <Choice ticket={ticket} />
}

function Choice({ ticket }: { ticket: number }) {
  const { data: rates } = useSuspenseQuery(taxRatesQuery)
  const { data: rate } = useSuspenseQuery(ticketTaxQuery(ticket))
  const write = useWrite({
    write: (next: string) =>
      marquee.setTicketTaxRate({ id: ticket, rate: next === '' ? null : Number(next) }),
    changes: ['taxes'],
    done: 'Saved. It counts for orders from now on.',
  })
  const usual = rates.find(one => one.is_default)
  const first = usual ? `The usual one: ${usual.name} ${usual.percent} %` : 'None'
  return (
    <Card title="Tax">
      <NativeSelect
        label="Tax in the price"
        description="It is saved when you choose it. Orders keep the rate with which they were sold."
        value={String(rate ?? '')}
        disabled={write.isPending}
        data={[
          { value: '', label: first },
          ...rates.map(({ id, name, percent }) => ({
            value: String(id),
            label: `${name} ${percent} %`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => write.mutate(value)}
      />
    </Card>
  )
}
