import type { Event, Ticket } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListAddress } from '../../interface/list-address.ts'
import { booksQuery, countQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Tile } from '../../pieces/tile.tsx'
import { moneyWords } from '../../pieces/words.ts'
import { insideAt, soldAt } from './event-counts.ts'
import { houseOf } from './house.tsx'

type Props = { event: Event; tickets: readonly Ticket[] }

/** What sold, what is left, who is inside and what it brought. A figure of rows leads to them. */
export function EventFigures({ event, tickets }: Props) {
  const { may } = useRights()
  const house = houseOf(tickets)
  return (
    <div className="tiles">
      {may('attendees.read', event.id) && (
        <Counted name="Sold" rows={soldAt(event.id)} of={house?.places} words="valid places" />
      )}
      {house && event.attendance && (
        <Tile
          name="Left to sell"
          figure={house.left.toLocaleString('en')}
          words={house.held > 0 ? `and ${house.held} in baskets` : `of ${house.places} places`}
        />
      )}
      {may('attendees.read', event.id) && (
        <Counted name="Inside" rows={insideAt(event.id)} words="checked in at the door" />
      )}
      {may('money.read', event.id) && <Kept event={event.id} />}
    </div>
  )
}

type CountedProps = { name: string; rows: ListAddress; words: string; of?: number | undefined }

function Counted({ name, rows, words, of }: CountedProps) {
  const { data } = useQuery(countQuery('attendees', rows))
  return (
    <Tile
      name={name}
      figure={
        <Link to="/attendees" search={rows} aria-label={`${name}: ${data ?? 0}, show the rows`}>
          {data === undefined ? '…' : data.toLocaleString('en')}
        </Link>
      }
      words={of === undefined ? words : `of ${of.toLocaleString('en')} places`}
      {...(of !== undefined && of > 0 && { share: (data ?? 0) / of })}
    />
  )
}

/** The ways of paying that move money. */
const real = 'card,wallet,cash,terminal,bank,voucher,none'

/** What the books say; simulated payments are said to be so. */
function Kept({ event }: { event: number }) {
  const { data } = useQuery(booksQuery(event))
  const groups = data?.groups ?? []
  if (groups.length === 0) return null
  return groups.map(({ currency, paid, payments, refunds, simulated }) => (
    <Tile
      key={`${currency} ${simulated}`}
      name={simulated ? 'Kept, simulated' : 'Kept'}
      figure={
        <Link
          to="/books"
          search={{
            'filter.event': String(event),
            'filter.kind': 'payment,refund,dispute',
            'filter.currency': currency,
            'filter.method': simulated ? 'sandbox' : real,
          }}
          aria-label={`Kept: ${moneyWords(paid, currency)}, show the rows`}
        >
          {moneyWords(paid, currency)}
        </Link>
      }
      words={
        Number(refunds) === 0
          ? `${moneyWords(payments, currency)} paid`
          : `${moneyWords(payments, currency)} paid, ${moneyWords(refunds.replace('-', ''), currency)} given back`
      }
    />
  ))
}
