import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { asked, type ListAddress, withParts } from '../../interface/list-address.ts'
import { ordersQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Empty, Failed, Head, Waiting } from '../../pieces/page.tsx'
import { ListTools } from '../../pieces/list-tools.tsx'
import { NarrowedTo } from '../../pieces/narrowed-to.tsx'
import { MessageLink } from '../runs/message-link.tsx'
import { Panel } from '../../pieces/panel.tsx'
import { Perhaps } from '../../pieces/perhaps.tsx'
import { type Column, Records, ShowMore } from '../../pieces/records.tsx'
import { SearchField } from '../../pieces/search-field.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { Lacking } from '../questions/answers.tsx'
import { methodWords, OrderState } from './order-state.tsx'
import { OrderView } from './order-view.tsx'

const route = getRouteApi('/orders')

type Row = Record<string, string | number | null>
const cell = (row: Row, name: string) =>
  row[name] === undefined || row[name] === null ? '' : String(row[name])

const columns = (address: ListAddress): readonly Column<Row>[] => [
  {
    head: 'Who',
    cell: row => (
      <>
        <Link
          to="/orders"
          search={withParts(address, { open: cell(row, 'number') })}
          className="who"
        >
          {cell(row, 'who') || 'No name'}
        </Link>
        <div className="soft small">{cell(row, 'tickets')}</div>
      </>
    ),
  },
  {
    head: 'Bought',
    cell: row => (
      <span className="small">
        {instantWords(cell(row, 'created'))}
        <span className="soft" style={{ display: 'block' }}>
          {cell(row, 'number')} · {methodWords[cell(row, 'method')] ?? cell(row, 'method')}
        </span>
      </span>
    ),
  },
  {
    head: 'State',
    cell: row => (
      <>
        <OrderState
          status={cell(row, 'status')}
          refunded={row['refunded'] === undefined ? undefined : cell(row, 'refunded')}
          total={row['total'] === undefined ? undefined : cell(row, 'total')}
        />
        <Lacking count={Number(row['answers_missing'] ?? 0)} />
      </>
    ),
  },
  {
    head: 'Total',
    right: true,
    cell: row => (
      <>
        <span className="strong">{moneyWords(cell(row, 'total'), cell(row, 'currency'))}</span>
        {Number(row['refunded']) > 0 && (
          <div className="soft small">
            −{moneyWords(cell(row, 'refunded'), cell(row, 'currency'))}
          </div>
        )}
      </>
    ),
  },
]

const states = [
  { value: '', label: 'Any state' },
  { value: 'paid', label: 'Paid or free' },
  { value: 'open', label: 'Awaiting payment' },
  { value: 'failed,cancelled', label: 'Failed or cancelled' },
  { value: 'refunded,reversed', label: 'Given back' },
]

/** The orders. The address has what is asked for and which panel is open, so that it can be sent to a colleague. */
export function OrderListScreen() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { seesMoneyOfOrders: money } = useRights()
  const list = useInfiniteQuery(ordersQuery(asked(address), money))
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  const count = list.data?.pages[0]?.count
  const open = Number(address['open'] ?? 0)
  const go = (parts: Record<string, string>, replace = false) =>
    void navigate({ search: withParts(address, parts), replace })
  return (
    <>
      <Head title="Orders">
        <ListTools list="orders" address={asked(address)} />
        <MessageLink list="orders" address={asked(address)} />
      </Head>
      <div className="beside" data-open={open > 0}>
        <div>
          <Group mb="md" align="end">
            <SearchField
              value={address['search'] ?? ''}
              label="Search orders"
              placeholder="Name, e-mail, number or code"
              onSearch={search => go({ search, open: '' }, true)}
            />
            <NativeSelect
              label="State"
              value={address['filter.status'] ?? ''}
              data={states}
              onChange={({ currentTarget: { value } }) => go({ 'filter.status': value })}
            />
            <TextInput
              label="Bought since"
              type="date"
              value={address['filter.created.gte'] ?? ''}
              onChange={({ currentTarget: { value } }) => go({ 'filter.created.gte': value })}
            />
            <NativeSelect
              label="Answers"
              value={address['filter.answers_missing'] ?? ''}
              data={[
                { value: '', label: 'Complete or not' },
                { value: 'true', label: 'Missing' },
                { value: 'false', label: 'Complete' },
              ]}
              onChange={({ currentTarget: { value } }) => go({ 'filter.answers_missing': value })}
            />
          </Group>
          <NarrowedTo
            address={address}
            fields={['filter.status', 'filter.created.gte', 'filter.answers_missing']}
            remove={part => go({ [part]: '' })}
          />
          {list.isPending && <Waiting />}
          {list.isError && <Failed error={list.error} again={() => void list.refetch()} />}
          {list.isSuccess && rows.length === 0 && (
            <NoOrders
              isNarrowed={Object.keys(asked(address)).length > 0}
              search={address['search']}
            />
          )}
          {rows.length > 0 && (
            <Records
              label="Orders"
              columns={
                money ? columns(address) : columns(address).filter(({ head }) => head !== 'Total')
              }
              rows={rows}
              keyOf={row => Number(row['number'])}
              open={open}
              aged={list.isPlaceholderData}
              foot={count === undefined ? `${rows.length} orders` : counted(count, 'order')}
            />
          )}
          <ShowMore list={list} />
        </div>
        {open > 0 && (
          <Panel
            label={`Order ${open}`}
            onClose={() => go({ open: '' })}
            aside={
              <ButtonLink to="/orders/$order" params={{ order: open }} variant="subtle">
                Full page
              </ButtonLink>
            }
          >
            <OrderView id={open} isPanel />
          </Panel>
        )}
      </div>
    </>
  )
}

function NoOrders({ isNarrowed, search }: { isNarrowed: boolean; search: string | undefined }) {
  return (
    <Empty title={isNarrowed ? 'No order is like that' : 'Nobody has ordered yet'}>
      {search !== undefined && <Perhaps search={search} />}
      {isNarrowed ? (
        <Link to="/orders" search={{}}>
          Show all orders
        </Link>
      ) : (
        <p className="soft">Orders of published events appear here as they are made.</p>
      )}
    </Empty>
  )
}
