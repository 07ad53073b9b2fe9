import type { EventRow } from '../../catalogue/events/lookup.ts'
import { attendanceMode } from '../../catalogue/events/rules.ts'
import { doorsOf } from '../../catalogue/events/rules.doors.ts'
import { Icon } from '../kit/icon.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'

type Doors = Pick<EventRow, 'doors_offset_s' | 'start_local' | 'timezone'>

/** When the doors open, in words: the time alone on the day of the start. Undefined when nobody said so. */
export function doorsWords({ moment }: Pick<Words, 'moment'>, event: Doors): string | undefined {
  const doors = doorsOf(event)
  if (!doors) return undefined
  const isThatDay = doors.local.slice(0, 10) === event.start_local.slice(0, 10)
  return moment(doors.instant, event.timezone, isThatDay ? 'time' : 'full')
}

/** The line about the doors below the time of an event. */
export function DoorsLine({ event }: { event: Doors }) {
  const { words } = useView()
  const time = doorsWords(words, event)
  return time === undefined ? null : <div>{words.t('event.doors', { time })}</div>
}

/** That guests may join online. They get the link with their tickets. */
export function OnlineFact({ row }: { row: EventRow }) {
  const { t } = useView().words
  if (!row.is_online) return null
  return (
    <>
      <dt>
        <Icon name="online" />
        <span class="quiet">{t('event.where')}</span>
      </dt>
      <dd>
        <strong>{t(attendanceMode(row) === 'mixed' ? 'event.alsoOnline' : 'event.online')}</strong>
        <div class="soft">{t('event.onlineLink')}</div>
      </dd>
    </>
  )
}

/** For whom it is. */
export function AgeFact({ note }: { note: string }) {
  const { t } = useView().words
  if (note === '') return null
  return (
    <>
      <dt>
        <Icon name="person" />
        <span class="quiet">{t('event.age')}</span>
      </dt>
      <dd>{note}</dd>
    </>
  )
}

/** How people with disabilities get in, and what is there for them. */
export function AccessNote({ note }: { note: string }) {
  const { t } = useView().words
  if (note === '') return null
  return (
    <section class="hosts">
      <h2>{t('event.access')}</h2>
      <p>{note}</p>
    </section>
  )
}
