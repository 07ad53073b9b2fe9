import { Button, Group } from '@mantine/core'
import type { DeskBatch } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { batchesQuery, deskQuery } from '../../interface/desk-queries.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Card, Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { dayWords, moneyWords, plain } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { State } from '../events/event-state.tsx'
import { BatchForm } from './batch-form.tsx'
import { ChooseEvent } from './choose-event.tsx'
import { UnsoldForm } from './unsold-form.tsx'

const route = getRouteApi('/desk/batches')

/** Unnamed tickets that somebody else sells: made as a sheet, and taken back where they were not sold. */
export function Batches() {
  const { event } = route.useSearch()
  const navigate = route.useNavigate()
  const id = Number(event ?? 0)
  if (id > 0) return <BatchesOf event={id} />
  return (
    <ChooseEvent
      title="Tickets for others to sell"
      choose={chosen => void navigate({ search: { event: chosen } })}
    />
  )
}

function BatchesOf({ event }: { event: number }) {
  const { data: desk } = useSuspenseQuery(deskQuery(event))
  const { data: batches } = useSuspenseQuery(batchesQuery(event))
  const [back, setBack] = useState<number>()
  const chosen = batches.find(({ id }) => id === back)
  return (
    <>
      <Head title="Tickets for others to sell" above={plain(desk.title)}>
        <ButtonLink to="/desk" search={{ event: String(event) }} variant="default">
          Desk
        </ButtonLink>
      </Head>
      {desk.refused === null && desk.tiles.length > 0 && <BatchForm desk={desk} />}
      {chosen && (
        <Card title={`Take back from ${chosen.place}`}>
          <UnsoldForm key={chosen.id} batch={chosen} done={() => setBack(undefined)} />
        </Card>
      )}
      {batches.length === 0 ? (
        <Empty title="No sheet was made yet">
          <p className="soft">
            A shop, a school or a partner gets tickets with codes and no names.
          </p>
        </Empty>
      ) : (
        <div className="batches">
          <Records
            label="Sheets of tickets"
            columns={[...columns, actsColumn(setBack)]}
            rows={batches}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </>
  )
}

const columns: readonly Column<DeskBatch>[] = [
  {
    head: 'For',
    cell: ({ id, place, places, name }) => (
      <>
        <Link to="/orders/$order" params={{ order: id }} className="strong breaks">
          {place}
        </Link>
        <span className="soft small breaks" style={{ display: 'block' }}>
          {places} × {name}
        </span>
      </>
    ),
  },
  {
    head: 'Out',
    cell: ({ places, left, inside }) => (
      <span className="small" style={{ display: 'block', minWidth: 110 }}>
        {left} out, {places - left} came back, {inside} inside
      </span>
    ),
  },
  {
    head: 'State',
    cell: ({ status, pay_by, reason }) =>
      reason !== null ? (
        <State colour="accent">{`Given away: ${reason}`}</State>
      ) : status === 'pending' ? (
        <State colour="warn">{`To be paid by ${dayWords(`${pay_by} 00:00:00`)}`}</State>
      ) : (
        <State colour={status === 'completed' ? 'good' : 'accent'}>
          {status === 'completed' ? 'Paid' : 'Ended'}
        </State>
      ),
  },
  {
    head: 'Owed',
    right: true,
    cell: ({ total, currency }) => moneyWords(total, currency),
  },
]

const actsColumn = (takeBack: (id: number) => void): Column<DeskBatch> => ({
  head: 'Do',
  cell: ({ id, left, status, reason, place }) => (
    <Group gap="xs">
      {left > 0 && (
        <Button
          component="a"
          variant="default"
          href={`${site.api}/admin/v1/desk/batches/${id}.pdf`}
          target="_blank"
          rel="noopener"
          aria-label={`Sheet for ${place}`}
        >
          Sheet
        </Button>
      )}
      {left > 0 && (status === 'pending' || reason !== null) && (
        <Button
          variant="default"
          onClick={() => takeBack(id)}
          aria-label={`Take unsold back from ${place}`}
        >
          Take unsold back
        </Button>
      )}
    </Group>
  ),
})
