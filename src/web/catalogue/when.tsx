import type { EventRow } from '../../catalogue/events/lookup.ts'
import { isoWithOffset, zoneAbbreviation } from '../../core/time.ts'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { lastDayOf, spanOf } from '../../core/words/event-times.ts'

type Timed = Pick<
  EventRow,
  'starts_at' | 'ends_at' | 'timezone' | 'all_day' | 'start_local' | 'end_local'
>

/** When an event takes place, in words: `Friday, 5 December 2026, 7:30 – 10:00 pm`. */
export function whenWords(words: Words, event: Timed): string {
  const { days, hours } = spanWithDay(words, event)
  return hours === undefined ? days : `${days}, ${hours}`
}

const spanWithDay = (words: Words, event: Timed) =>
  event.all_day ? { ...spanOf(event, words), hours: words.t('event.allDay') } : spanOf(event, words)

/** The last day of an event that runs on several days: `until Monday, 7 December 2026`. */
export function untilWords({ moment, t }: Words, event: Timed): string | undefined {
  const last = lastDayOf(event.start_local, event.end_local)
  if (last <= event.start_local.slice(0, 10)) return undefined
  return t('list.until', { day: moment(new Date(`${last}T00:00:00Z`), 'UTC', 'day') })
}

/** When an event takes place, with the machine-readable start in the markup. The hours stay on one line where they fit. */
export function When({ event }: { event: Timed }) {
  const { days, hours } = spanWithDay(useView().words, event)
  return (
    <time datetime={isoWithOffset(event.starts_at, event.timezone)}>
      {days}
      {hours !== undefined && (
        <>
          , <span class="together">{hours}</span>
        </>
      )}
    </time>
  )
}

/** The name of a zone: `CET`, and the city that it is named after: `Oslo`. */
export function zoneWords({ t }: Words, { starts_at, timezone }: Timed): string {
  const place = timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
  const short = zoneAbbreviation(starts_at, timezone)
  return short === place ? short : `${t('event.zone', { zone: place })} (${short})`
}

/** A date as a heading: in many languages months and weekdays begin with a small letter, headings with a capital one. */
export const headed = ({ language }: Pick<Words, 'language'>, text: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1)

/** The day of an event drawn like a leaf of a calendar; a bare one without the time. */
export function DayLeaf({ event, isBare = false }: { event: Timed; isBare?: boolean }) {
  const { words } = useView()
  const { starts_at: start, timezone: zone, all_day } = event
  return (
    <span class="leaf">
      <span class="soft small">{words.moment(start, zone, 'weekday')}</span>
      {/* Some languages write a full stop behind it, which a leaf has not. */}
      <b class="num">{words.moment(start, zone, 'dayOfMonth').replace(/\.$/, '')}</b>
      {!isBare && (
        <span class="soft small">
          {all_day ? words.t('event.allDay') : words.moment(start, zone, 'time')}
        </span>
      )}
    </span>
  )
}
