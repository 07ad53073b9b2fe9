import type { Settlement } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { eventQuery, settlementsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Card, Empty, Head } from '../../pieces/page.tsx'
import { Records } from '../../pieces/records.tsx'
import { counted, instantWords, moneyWords, plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { NotYours } from '../../shell/missing.tsx'
import { SettlementForm } from './settlement-form.tsx'

const route = getRouteApi('/events/$event')

/** What came in at an event, and what of it is paid out: numbered, each with its control. */
export function Settlements() {
  const { event: id } = route.useParams()
  const { may } = useRights()
  return may('money.read', id) ? <OfEvent id={id} /> : <NotYours />
}

function OfEvent({ id }: { id: number }) {
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { data: settlements } = useSuspenseQuery(settlementsQuery(id))
  const { may } = useRights()
  return (
    <>
      <Head title="Settlement" above={plain(event.title)} />
      {may('orders.write', id) && <SettlementForm event={id} />}
      {settlements.length === 0 && <Empty title="There is no settlement yet" />}
      {settlements.map(settlement => (
        <One key={settlement.id} settlement={settlement} />
      ))}
    </>
  )
}

const formats = [
  ['pdf', 'PDF'],
  ['xlsx', 'Spreadsheet'],
  ['csv', 'CSV'],
] as const

function One({ settlement }: { settlement: Settlement }) {
  const { id, number, as_of: asOf, groups } = settlement
  return (
    <Card
      title={`Settlement ${number}`}
      aside={
        <span className="acts">
          {formats.map(([format, name]) => (
            <a
              key={format}
              href={`${site.api}/admin/v1/settlements/${id}.${format}`}
              aria-label={`Settlement ${number} as ${name}`}
              download
            >
              {name}
            </a>
          ))}
        </span>
      }
    >
      <p className="soft small">Everything up to {instantWords(asOf)}.</p>
      {groups.map(group => (
        <Sums key={`${group.currency} ${group.simulated}`} group={group} settlement={settlement} />
      ))}
      <Control control={settlement.control} />
    </Card>
  )
}

type Group = Settlement['groups'][number]

/** The entries of the books that make a sum: what is owed, and what was paid of it. */
const kinds = {
  charged: 'sale,fee,discount,rounding,return',
  paid: 'payment,refund,dispute,till',
}

function Sums({ group, settlement }: { group: Group; settlement: Settlement }) {
  const { number, event, as_of: until } = settlement
  const { currency, simulated, sums, costs, taxes, pay_out: out, since_last: since } = group
  const rows = [
    { name: 'Charged', amount: sums['charged'], kind: kinds.charged },
    ...taxes.map(({ rate, tax }) => ({ name: `Of it tax ${rate}`, amount: tax })),
    { name: 'Money that is here', amount: sums['paid'], kind: kinds.paid },
    { name: "The promoter's share", amount: out.share },
    ...costs.map(({ text, amount }) => ({ name: `Less ${plain(text)}`, amount })),
    { name: 'To pay out', amount: out.to_pay_out, isSum: true },
    ...(since ? [{ name: 'More than before', amount: since.to_pay_out }] : []),
  ].map((row, at) => ({ ...row, at }))
  const what = simulated ? `${currency}, simulated: no money moved` : currency
  return (
    <Records
      label={`Settlement ${number} in ${what}`}
      rows={rows}
      keyOf={({ at }) => at}
      columns={[
        {
          head: what,
          cell: row => <span className={'isSum' in row ? 'strong' : ''}>{row.name}</span>,
        },
        {
          head: 'Amount',
          right: true,
          cell: row => {
            const amount = moneyWords(row.amount, currency)
            if (!('kind' in row)) return amount
            return (
              <Link
                to="/reports/entries"
                search={{
                  event: String(event),
                  until,
                  kind: row.kind,
                  currency,
                  simulated: String(simulated),
                }}
                aria-label={`${row.name}: ${amount}, show the rows`}
              >
                {amount}
              </Link>
            )
          },
        },
      ]}
    />
  )
}

function Control({ control }: { control: Settlement['control'] }) {
  const { orders, asked, unasked, listed, differences } = control
  const lists = listed
    .map(
      ({ payments, provider, since }) =>
        `, ${counted(payments, 'payment')} in the list of the ${provider} provider since ${instantWords(since)}`,
    )
    .join('')
  const compared = `${counted(orders, 'order')}, ${counted(asked, 'payment')} asked at the provider${
    unasked > 0 ? `, ${counted(unasked, 'payment')} not asked` : ''
  }${lists}`
  if (differences.length === 0) {
    return <p>Books, orders, providers and cash lists agree: {compared}.</p>
  }
  return (
    <div role="alert">
      <p className="strong">
        {counted(differences.length, 'difference')} in {compared}:
      </p>
      <ul>
        {differences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
