import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { eventChoicesQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { Empty, Head } from '../../pieces/page.tsx'
import { plain, wallWords } from '../../pieces/words.ts'

type Props = { title: string; choose: (event: string) => void; children?: ReactNode }

/** The coming events at which the person sells, the next one first: a tap chooses one. */
export function ChooseEvent({ title, choose, children }: Props) {
  const { may } = useRights()
  const choices = useQuery(eventChoicesQuery)
  const events = (choices.data?.events ?? []).filter(({ id }) => may('boxoffice.sell', id))
  return (
    <>
      <Head title={title} above="Which event?">
        {children}
      </Head>
      {choices.data !== undefined && events.length === 0 && (
        <Empty title="No event is on">
          <p className="soft">Publish an event with tickets, and sell them here.</p>
        </Empty>
      )}
      <ul className="desk-events">
        {events.map(one => (
          <li key={one.id}>
            <button type="button" onClick={() => choose(String(one.id))}>
              <b className="breaks">{plain(one.title)}</b>
              <span className="soft small">{wallWords(one.start_date)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
