import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { eventQuery } from '../../interface/queries.ts'
import { Head } from '../../pieces/page.tsx'
import { plain } from '../../pieces/words.ts'
import { MailTexts } from './mail-texts.tsx'

const route = getRouteApi('/events/$event')

/** Own words in the mails about one event. */
export function EventMailTexts() {
  const { event: id } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  return (
    <>
      <Head title="Words in mails" above={plain(event.title)} />
      <MailTexts event={id} />
    </>
  )
}
