import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { asked, type ListAddress, withParts } from '../../interface/list-address.ts'
import { listQuery } from '../../interface/list-queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ListTools } from '../../pieces/list-tools.tsx'
import { NarrowedTo } from '../../pieces/narrowed-to.tsx'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { type Column, Records, ShowMore } from '../../pieces/records.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { instantWords, moneyWords } from '../../pieces/words.ts'
import { methodWords } from '../orders/order-state.tsx'

type Row = Readonly<Record<string, string | number | null>>

const cell = (row: Row, name: string) =>
  row[name] === undefined || row[name] === null ? '' : String(row[name])

const money = (row: Row, name: string) => moneyWords(cell(row, name), cell(row, 'currency'))

const order = (row: Row) => (
  <Link to="/orders/$order" params={{ order: Number(row['order']) }}>
    {cell(row, 'order')}
  </Link>
)

const day: Column<Row> = {
  head: 'When',
  cell: row => <span className="small">{instantWords(cell(row, 'at'))}</span>,
}

const payments: readonly Column<Row>[] = [
  {
    head: 'Order',
    cell: row => (
      <>
        {order(row)} {cell(row, 'who')}
        <div className="soft small">{cell(row, 'events')}</div>
      </>
    ),
  },
  day,
  { head: 'Paid by', cell: row => methodWords[cell(row, 'method')] ?? cell(row, 'method') },
  {
    head: 'Amount',
    right: true,
    cell: row => (
      <>
        <span className="strong">{money(row, 'amount')}</span>
        {Number(row['refunded']) > 0 && (
          <div className="soft small">−{money(row, 'refunded')} given back</div>
        )}
      </>
    ),
  },
]

const books: readonly Column<Row>[] = [
  {
    head: 'What',
    cell: row => (
      <>
        {cell(row, 'kind')} {order(row)}
        <div className="soft small">{cell(row, 'event')}</div>
      </>
    ),
  },
  day,
  { head: 'Paid by', cell: row => methodWords[cell(row, 'method')] ?? cell(row, 'method') },
  { head: 'Amount', right: true, cell: row => money(row, 'amount') },
]

const ways = ['', 'card', 'wallet', 'cash', 'terminal', 'bank', 'voucher', 'sandbox']

/** Each payment; the sums of a day or an event are in the reports. */
export const Payments = () => (
  <MoneyList list="payments" title="Payments" columns={payments}>
    <Link to="/books">Entries of the books</Link>
  </MoneyList>
)

/** Each entry of the books. */
export const Books = () => (
  <MoneyList list="books" title="Entries of the books" columns={books}>
    <Link to="/payments">Payments</Link>
  </MoneyList>
)

type Props = {
  list: 'payments' | 'books'
  title: string
  columns: readonly Column<Row>[]
  children: React.ReactNode
}

function MoneyList({ list, title, columns, children }: Props) {
  const address: ListAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const { mayNameBuyers } = useRights()
  const found = useInfiniteQuery(
    listQuery(list, asked(address), { columns: mayNameBuyers ? [] : ['who'] }),
  )
  const rows = found.data?.pages.flatMap(page => page.rows) ?? []
  const asOf = found.data?.pages[0]?.as_of
  const go = (parts: Record<string, string>, replace = false) =>
    void navigate({ to: '.', search: withParts(address, parts) as never, replace })
  return (
    <>
      <Head title={title} above={asOf && `Whole until ${instantWords(asOf)}`}>
        {children}
        <ListTools list={list} address={asked(address)} />
      </Head>
      <Group mb="md" align="end">
        <SearchField
          value={address['search'] ?? ''}
          label={`Search ${list === 'books' ? 'entries' : 'payments'}`}
          placeholder="Name, e-mail, order or reference"
          onSearch={search => go({ search }, true)}
        />
        <NativeSelect
          label="Paid by"
          value={address['filter.method'] ?? ''}
          data={ways.map(value => ({
            value,
            label: value === '' ? 'Any way' : (methodWords[value] ?? value),
          }))}
          onChange={({ currentTarget: { value } }) => go({ 'filter.method': value })}
        />
        <TextInput
          label="Since"
          type="date"
          value={address['filter.at.gte'] ?? ''}
          onChange={({ currentTarget: { value } }) => go({ 'filter.at.gte': value })}
        />
      </Group>
      <NarrowedTo
        address={address}
        fields={['filter.method', 'filter.at.gte']}
        remove={part => go({ [part]: '' })}
      />
      {found.isPending && <Waiting />}
      {found.isError && <Failed error={found.error} again={() => void found.refetch()} />}
      {found.isSuccess && rows.length === 0 && (
        <Empty title="Nothing is like that">
          <p className="soft">Money appears here as it comes in and goes back.</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Records
          label={title}
          columns={columns}
          rows={rows}
          keyOf={row => Number(row['number'])}
          aged={found.isPlaceholderData}
        />
      )}
      <ShowMore list={found} />
    </>
  )
}
