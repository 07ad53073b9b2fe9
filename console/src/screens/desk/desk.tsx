import { Button, NativeSelect, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deskQuery, tillsQuery } from '../../interface/desk-queries.ts'
import { eventChoicesQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { plain, wallWords } from '../../pieces/words.ts'
import { SellScreen } from './sell-screen.tsx'

const route = getRouteApi('/desk')

/** The box office: an event, an open till, and selling. */
export function DeskScreen() {
  const { event } = route.useSearch()
  const id = Number(event ?? 0)
  return id > 0 ? <AtEvent event={id} /> : <ChooseEvent />
}

function ChooseEvent() {
  const { may } = useRights()
  const navigate = route.useNavigate()
  const choices = useQuery(eventChoicesQuery)
  const events = (choices.data?.events ?? []).filter(({ id }) => may('boxoffice.sell', id))
  return (
    <>
      <Head title="Desk" above="Sell for cash or at a card terminal">
        <TillsLink />
      </Head>
      {choices.data !== undefined && events.length === 0 ? (
        <Empty title="No event is on">
          <p className="soft">Publish an event with tickets, and sell them here.</p>
        </Empty>
      ) : (
        <Stack maw={460}>
          <NativeSelect
            label="Which event?"
            value=""
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') void navigate({ search: { event: value } })
            }}
            data={[
              { value: '', label: 'Choose one' },
              ...events.map(one => ({
                value: String(one.id),
                label: `${plain(one.title)}, ${wallWords(one.start_date)}`,
              })),
            ]}
          />
        </Stack>
      )}
    </>
  )
}

const TillsLink = () => (
  <ButtonLink to="/tills" variant="default">
    Tills
  </ButtonLink>
)

function AtEvent({ event }: { event: number }) {
  const { data: desk } = useSuspenseQuery(deskQuery(event))
  const { data: list } = useSuspenseQuery(tillsQuery)
  const navigate = route.useNavigate()
  const till = list.tills.find(
    one => one.open && one.yours && (one.event === null || one.event === event),
  )
  return (
    <>
      <Head title={plain(desk.title)} above={`Desk · ${wallWords(desk.start)}`}>
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          Other event
        </Button>
        <TillsLink />
      </Head>
      {desk.refused !== null && <Empty title={`Nothing is sold: the event is ${desk.refused}`} />}
      {desk.refused === null && till === undefined && (
        <Empty title="You have no open till">
          <p className="soft">Count the float into it, and open it.</p>
          <p style={{ marginTop: 12 }}>
            <ButtonLink to="/tills" search={{ new: '1' }}>
              Open a till
            </ButtonLink>
          </p>
        </Empty>
      )}
      {desk.refused === null && till !== undefined && (
        <SellScreen key={event} desk={desk} till={till} />
      )}
    </>
  )
}
