import type { EventRow } from '../../catalogue/events/lookup.ts'
import { isoWithOffset, zoneAbbreviation } from '../../core/time.ts'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { lastDayOf } from './rules.ts'

type Timed = Pick<
  EventRow,
  'starts_at' | 'ends_at' | 'timezone' | 'all_day' | 'start_local' | 'end_local'
>

/** When an event takes place, in words: `Friday, 5 December 2026, 7:30 – 10:00 pm`. */
export function whenWords({ moment, range, t }: Words, event: Timed): string {
  const { starts_at: start, ends_at: end, timezone: zone, all_day } = event
  const isLater = lastDayOf(event.start_local, event.end_local) > event.start_local.slice(0, 10)
  if (all_day) {
    const day = range(start, end, { zone, style: 'day' })
    return `${day}, ${t('event.allDay')}`
  }
  const isWholeDay = end.getTime() - start.getTime() >= 24 * 60 * 60_000
  if (isLater || isWholeDay) return range(start, end, { zone, style: 'full' })
  const hours =
    start.getTime() === end.getTime()
      ? moment(start, zone, 'time')
      : [moment(start, zone, 'time'), moment(end, zone, 'time')].join('\u00a0–\u00a0')
  return `${moment(start, zone, 'day')}, ${hours}`
}

/** The last day of an event that runs on several days: `until Monday, 7 December 2026`. */
export function untilWords({ moment, t }: Words, event: Timed): string | undefined {
  const last = lastDayOf(event.start_local, event.end_local)
  if (last <= event.start_local.slice(0, 10)) return undefined
  return t('list.until', { day: moment(new Date(`${last}T00:00:00Z`), 'UTC', 'day') })
}

/** The start of an event in words, with the machine-readable time in the markup. */
export function When({ event }: { event: Timed }) {
  const { words } = useView()
  return (
    <time datetime={isoWithOffset(event.starts_at, event.timezone)}>{whenWords(words, event)}</time>
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
      <b class="num">{words.moment(start, zone, 'dayOfMonth')}</b>
      {!isBare && (
        <span class="soft small">
          {all_day ? words.t('event.allDay') : words.moment(start, zone, 'time')}
        </span>
      )}
    </span>
  )
}
