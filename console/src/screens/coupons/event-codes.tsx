import { Button } from '@mantine/core'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { codesQuery } from '../../interface/code-queries.ts'
import { eventQuery, ticketsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Empty, Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { NotYours } from '../../shell/missing.tsx'
import { Batches } from './batches.tsx'
import { CodeDialog, useCodeDialog } from './code-dialog.tsx'
import { CodeRecords, More, pagesOf } from './code-list.tsx'
import { ManyCodes } from './many-codes.tsx'

const route = getRouteApi('/events/$event/codes')

/** The codes of an event: what each takes off or shows, and how much of it is used. */
export function EventCodes() {
  const { event } = route.useParams()
  const { may } = useRights()
  return may('coupons.write') ? <Codes event={event} /> : <NotYours />
}

function Codes({ event: id }: { event: number }) {
  const { data: event } = useSuspenseQuery(eventQuery(id))
  const { data: offered } = useSuspenseQuery(ticketsQuery(id))
  const list = useSuspenseInfiniteQuery(codesQuery({ event: id, batch: 'none' }))
  const everywhere = useSuspenseInfiniteQuery(codesQuery({ everywhere: true, batch: 'none' }))
  const { codes, choices } = pagesOf(list.data)
  const others = pagesOf(everywhere.data)
  const { add, addMany, change } = useCodeDialog()
  const tickets = offered.tickets.map(ticket => ({
    id: ticket.id,
    event: id,
    name: plain(ticket.title),
    hidden: ticket.hidden === true,
  }))
  return (
    <>
      <Head title="Codes" above={plain(event.title)}>
        <Button variant="default" onClick={addMany}>
          Make many codes
        </Button>
        <Button onClick={add}>New code</Button>
      </Head>
      {codes.length === 0 ? (
        <Empty title="This event has no codes of its own">
          <p className="soft">
            A code takes something off the price of its tickets, or shows a hidden ticket.
          </p>
        </Empty>
      ) : (
        <CodeRecords label="Codes" codes={codes} choices={choices} change={change} />
      )}
      <More list={list} />
      {others.codes.length > 0 && (
        <>
          <h2 className="over">Codes for every event</h2>
          <CodeRecords
            label="Codes for every event"
            codes={others.codes}
            choices={others.choices}
            change={change}
          />
          <More list={everywhere} />
        </>
      )}
      <Batches />
      <ManyCodes templates={codes} />
      <CodeDialog
        noun="code"
        event={id}
        choices={{ events: [{ id, title: plain(event.title) }], tickets }}
      />
    </>
  )
}
