import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deskQuery, tillsQuery } from '../../interface/desk-queries.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { plain, wallWords } from '../../pieces/words.ts'
import { ChooseEvent } from './choose-event.tsx'
import { SellScreen } from './sell-screen.tsx'

const route = getRouteApi('/desk')

/** The box office: an event, an open till, and selling. */
export function DeskScreen() {
  const { event } = route.useSearch()
  const id = Number(event ?? 0)
  const navigate = route.useNavigate()
  if (id > 0) return <AtEvent event={id} />
  return (
    <ChooseEvent title="Desk" choose={chosen => void navigate({ search: { event: chosen } })}>
      <TillsLink />
    </ChooseEvent>
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
        <ButtonLink to="/desk/batches" search={{ event: String(event) }} variant="default">
          For others to sell
        </ButtonLink>
        <TillsLink />
      </Head>
      {desk.refused !== null && <Empty title={`Nothing is sold: the event is ${desk.refused}`} />}
      {desk.refused === null && till === undefined && (
        <Empty title="You have no open till">
          <p className="soft">Count the float into it, and open it.</p>
          <p style={{ marginTop: 12 }}>
            <ButtonLink to="/tills" search={{ new: '1', at: String(event) }}>
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
