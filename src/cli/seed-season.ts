import { toLocal } from '../core/time.ts'
import type { DemoEvent } from './seed-event.ts'
import { access, hall, homeZone, planned, players, type Planned } from './seed-programme.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * The demo season of a venue: tonight's event, an exhibition that runs and is still sold, a premiere, shared stock, a sale price,
 * one online, one abroad on another clock, one sold out, one cancelled, one that is over.
 */
export const demoSeason = (now: Date): DemoEvent[] => planned.map(event => eventOf(event, now))

function eventOf(event: Planned, now: Date): DemoEvent {
  const { at = hall, by = [players], zone = homeZone, status = 'publish' } = event
  const { title, slug, categories, tags, event_password, age_note, online_url } = event
  const { poster, tickets, share, soldOut, halfInside, calledOff } = event
  const optional = {
    venue: at ?? undefined,
    access_note: at === hall ? access : undefined,
    event_password,
    age_note,
    online_url,
    categories,
    tags,
  }
  return {
    title,
    slug,
    description: event.text.map(paragraph => `<p>${paragraph}</p>`).join('\n'),
    status,
    ...timesOf(event, zone, now),
    timezone: zone,
    organizer: by,
    show_map_link: true,
    ...given(optional),
    demo: { poster, tickets, share, ...given({ soldOut, halfInside, calledOff }) },
  }
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The members that have a value. */
const given = <Values extends object>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Present<Values>

/** When it begins and ends, and when the doors open. The event of today is about to begin. */
function timesOf({ days, lasts = 0, hours, doors }: Planned, zone: string, now: Date) {
  const hour = Math.ceil(now.getTime() / hourMs)
  const soon = (count: number) => toLocal(new Date((hour + count) * hourMs), zone)
  if (days === 0) return { start_date: soon(2), end_date: soon(5), doors_at: soon(1) }
  const dayIn = (count: number) =>
    toLocal(new Date(now.getTime() + count * dayMs), zone).slice(0, 10)
  const [from, to] = hours ?? ['19:00', '22:30']
  return {
    start_date: `${dayIn(days)} ${from}:00`,
    end_date: `${dayIn(days + lasts)} ${to}:00`,
    ...given({ doors_at: doors }),
  }
}
