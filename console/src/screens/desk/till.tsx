import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Till, TillMove } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { tillQuery, tillsQuery } from '../../interface/desk-queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { Card, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'

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

/** A till: what went through it, cash by hand, its closing, and its slip. */
export function TillScreen() {
  const { till: id } = route.useParams()
  const { data: till } = useSuspenseQuery(tillQuery(id))
  const { data: list } = useSuspenseQuery(tillsQuery)
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
        {!till.open && (
          <Button variant="default" onClick={() => globalThis.print()}>
            Print the slip
          </Button>
        )}
      </Head>
      {!till.open && <Closed till={till} />}
      {till.sums !== null && <Sums till={till} />}
      {till.open && till.yours && list.cash && <ByHand till={till} />}
      {till.open && <Close till={till} />}
      <Records
        label="Moves"
        columns={columnsOf(till.currency)}
        rows={till.moves}
        keyOf={({ n }) => n}
        foot={`${counted(till.sales, 'sale')}, voids not counted`}
      />
    </>
  )
}

function Closed({ till }: { till: Till }) {
  const { currency, difference, counted: inTill, expected, terminal } = till
  const money = (amount: string | null) =>
    amount === null ? 'not counted' : moneyWords(amount, currency)
  return (
    <Card title="Closing">
      <dl className="till-closing">
        <dt>Should be in it</dt>
        <dd>{money(expected)}</dd>
        <dt>Counted</dt>
        <dd>{money(inTill)}</dd>
        {difference !== null && (
          <>
            <dt>Difference</dt>
            <dd data-off={Number(difference) !== 0}>
              {Number(difference) > 0 && '+'}
              {money(difference)}
            </dd>
          </>
        )}
        {terminal !== null && (
          <>
            <dt>Slip of the terminal</dt>
            <dd>{money(terminal)}</dd>
          </>
        )}
      </dl>
      <p className="soft small">
        Closed by {till.closed_by ?? 'somebody'}, {instantWords(till.closed_at)}. {till.note}
      </p>
      <p className="signed small">Signature, handed over by</p>
      <p className="signed small">Signature, taken over by</p>
    </Card>
  )
}

function Sums({ till: { sums, currency, open, expected } }: { till: Till }) {
  return (
    <Card title={open ? 'So far (X)' : 'Slip (Z)'}>
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
        {expected !== null && open && (
          <>
            <dt className="strong">Cash that should be in it</dt>
            <dd className="strong">{moneyWords(expected, currency)}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

const problemOf = (typed: string) => {
  const read = readAmount(typed, site.exponent)
  return 'problem' in read ? read.problem : undefined
}

const amountOf = (typed: string) => {
  const read = readAmount(typed, site.exponent)
  return decimalOf('minor' in read ? read.minor : 0, site.exponent)
}

function ByHand({ till: { id } }: { till: Till }) {
  const ended = useEnded()
  const form = useFields(
    { kind: 'drop', amount: '', reason: '', witness: '' },
    async ({ kind, amount, reason, witness }) => {
      await marquee.moveTillCash({
        id,
        kind: kind as 'drop',
        amount: amountOf(amount),
        reason,
        ...(witness !== '' && { witness }),
      })
      form.change({ amount: '', reason: '', witness: '' })
      form.settled()
      await ended(['tills'])
      say('It is noted.')
    },
    {
      check: ({ amount, reason }) => {
        const problem = problemOf(amount)
        return {
          ...(problem !== undefined && { amount: problem }),
          ...(reason.trim() === '' && { reason: 'Why?' }),
        }
      },
    },
  )
  return (
    <Card title="Cash in, out">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <div className="till-form">
          <NativeSelect
            label="What"
            {...form.text('kind')}
            data={[
              { value: 'drop', label: 'To the safe' },
              { value: 'paid_in', label: 'Paid in' },
              { value: 'paid_out', label: 'Paid out' },
              { value: 'correction', label: 'Correction, more' },
            ]}
          />
          <TextInput label="Amount" inputMode="decimal" {...form.text('amount')} />
          <TextInput label="Why" {...form.text('reason')} />
          <TextInput label="Seen by" {...form.text('witness')} />
        </div>
        <Group mt="md">
          <Button type="submit" variant="default" loading={form.isSending}>
            Note it
          </Button>
        </Group>
      </form>
    </Card>
  )
}

/** Closing: what is counted is typed before the sum is told. */
function Close({ till: { id, yours, name } }: { till: Till }) {
  const ended = useEnded()
  const form = useFields(
    { counted: '', terminal: '', note: '' },
    async ({ counted: inTill, terminal, note }) => {
      const { difference, currency } = await marquee.closeTill({
        id,
        ...(inTill !== '' && { counted: amountOf(inTill) }),
        ...(terminal !== '' && { terminal: amountOf(terminal) }),
        ...(note !== '' && { note }),
      })
      form.settled()
      await ended(['tills', 'desk'])
      say(
        difference === null
          ? `${name} is closed, not counted.`
          : `${name} is closed. Difference: ${moneyWords(difference, currency)}.`,
      )
    },
    {
      check: ({ counted: inTill, terminal }) => {
        const problem = inTill === '' ? (yours ? 'Count it.' : undefined) : problemOf(inTill)
        const other = terminal === '' ? undefined : problemOf(terminal)
        return {
          ...(problem !== undefined && { counted: problem }),
          ...(other !== undefined && { terminal: other }),
        }
      },
    },
  )
  return (
    <Card title="Close it">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Stack>
          <div className="till-form">
            <TextInput
              label="Counted"
              description={
                yours
                  ? 'Count first. What it should hold is told afterwards, and a difference may stand.'
                  : 'Leave it empty if nobody counts: the till is then closed as not counted.'
              }
              inputMode="decimal"
              {...form.text('counted')}
            />
            <TextInput
              label="Slip of the terminal"
              description="Its own sum, to compare."
              inputMode="decimal"
              {...form.text('terminal')}
            />
          </div>
          <Textarea label="Note" {...form.text('note')} />
          <Group>
            <Button type="submit" loading={form.isSending}>
              Close the till
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
