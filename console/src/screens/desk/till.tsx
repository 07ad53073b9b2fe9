import { Button, Group } from '@mantine/core'
import type { Till, TillMove } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { tillQuery, tillsQuery } from '../../interface/desk-queries.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { Close } from './till-close.tsx'
import { ByHand } from './till-by-hand.tsx'
import { TillSlip } from './till-slip.tsx'
import { Void } from './last-sale.tsx'
import { usePrinted } from './use-printed.tsx'

const route = getRouteApi('/tills/$till')

const kinds: Readonly<Record<TillMove['kind'], string>> = {
  float: 'Float',
  sale: 'Sale',
  refund: 'Void',
  paid_in: 'Paid in',
  paid_out: 'Paid out',
  drop: 'To the safe',
  correction: 'Correction',
}

const columnsOf = (currency: string): readonly Column<TillMove>[] => [
  { head: 'No.', cell: ({ n }) => n },
  {
    head: 'What',
    cell: ({ kind, method, reason, order, witness }) => (
      <>
        <span className="strong">{kinds[kind]}</span>
        {method === 'terminal' && ' at the terminal'}
        {order !== null && (
          <>
            {' '}
            <Link to="/orders/$order" params={{ order }}>
              order {order}
            </Link>
          </>
        )}
        <span className="soft small breaks" style={{ display: 'block' }}>
          {[reason, witness && `seen by ${witness}`].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { head: 'When', cell: ({ at }) => <span className="small">{instantWords(at)}</span> },
  { head: 'Amount', right: true, cell: ({ amount }) => moneyWords(amount, currency) },
]

/** A button for each sale of the till that was not taken back yet. */
const voidColumn = (
  { moves }: Pick<Till, 'moves'>,
  choose: (move: TillMove) => void,
): Column<TillMove> => ({
  head: 'Do',
  cell: move =>
    move.kind === 'sale' &&
    !moves.some(({ kind, order }) => kind === 'refund' && order === move.order) && (
      <Button
        variant="default"
        onClick={() => choose(move)}
        aria-label={`Void order ${move.order}`}
      >
        Void
      </Button>
    ),
})

/** A till: what went through it, cash by hand, its closing, and its slip. */
export function TillScreen() {
  const { till: id } = route.useParams()
  const { data: till } = useSuspenseQuery(tillQuery(id))
  const { data: list } = useSuspenseQuery(tillsQuery)
  const [voiding, setVoiding] = useState<TillMove>()
  const mayVoid = till.open && till.yours
  return (
    <>
      <Head
        title={till.open ? till.name : `${till.name}, no. ${till.number}`}
        above={`Opened by ${till.opened_by ?? 'somebody'}, ${instantWords(till.opened_at)}`}
      >
        {till.open && till.yours && (
          <ButtonLink to="/desk" search={till.event === null ? {} : { event: String(till.event) }}>
            Sell
          </ButtonLink>
        )}
      </Head>
      {till.open && till.sums !== null && <Sums till={till} />}
      {!till.open && <Closed till={till} />}
      {till.open && till.yours && list.cash && <ByHand till={till} />}
      {till.open && <Close till={till} />}
      {voiding?.order && (
        <Card title={`Void order ${voiding.order}`}>
          <Void
            key={voiding.n}
            order={voiding.order}
            total={voiding.amount}
            currency={till.currency}
            till={till.id}
            done={() => setVoiding(undefined)}
          />
        </Card>
      )}
      <Records
        label="Moves"
        columns={[...columnsOf(till.currency), ...(mayVoid ? [voidColumn(till, setVoiding)] : [])]}
        rows={till.moves}
        keyOf={({ n }) => n}
        foot={`${counted(till.sales, 'sale')}, voids not counted`}
      />
    </>
  )
}

/** The slip of a closed till on the screen, and alone on paper. */
function Closed({ till }: { till: Till }) {
  const { print, printed } = usePrinted(<TillSlip till={till} />)
  return (
    <Card title="Slip (Z)">
      <TillSlip till={till} />
      <Group mt="md">
        <Button variant="default" onClick={() => print('roll')}>
          Print on 80 mm
        </Button>
        <Button variant="default" onClick={() => print('a6')}>
          Print on A6
        </Button>
      </Group>
      {printed}
    </Card>
  )
}

function Sums({ till: { sums, currency, expected } }: { till: Till }) {
  return (
    <Card title="So far (X)">
      <dl className="till-closing">
        {sums?.map(({ kind, method, moves, amount }) => (
          <div key={`${kind} ${method}`} style={{ display: 'contents' }}>
            <dt>
              {kinds[kind]}
              {method === 'terminal' && ', terminal'} ({moves})
            </dt>
            <dd>{moneyWords(amount, currency)}</dd>
          </div>
        ))}
        {expected !== null && (
          <>
            <dt className="strong">Cash that should be in it</dt>
            <dd className="strong">{moneyWords(expected, currency)}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}
