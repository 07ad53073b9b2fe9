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
  const { days, lasts = 0, hours = ['19:00', '22:30'], doors, text, status = 'publish' } = event
  const { at = hall, by = [players], zone = homeZone, ...rest } = event
  const { title, slug, categories, tags, event_password, age_note, online_url, ...others } = rest
  const { poster, tickets, share, soldOut, halfInside, calledOff } = others
  const dayIn = (count: number) =>
    toLocal(new Date(now.getTime() + count * dayMs), zone).slice(0, 10)
  const hour = Math.ceil(now.getTime() / hourMs)
  const soon = (count: number) => toLocal(new Date((hour + count) * hourMs), zone)
  return {
    title,
    slug,
    description: text.map(paragraph => `<p>${paragraph}</p>`).join('\n'),
    status,
    start_date: days === 0 ? soon(2) : `${dayIn(days)} ${hours[0]}:00`,
    end_date: days === 0 ? soon(5) : `${dayIn(days + lasts)} ${hours[1]}:00`,
    timezone: zone,
    organizer: by,
    show_map_link: true,
    ...(at && { venue: at }),
    ...(at === hall && { access_note: access }),
    ...(doors !== undefined && { doors_at: days === 0 ? soon(1) : doors }),
    ...(event_password !== undefined && { event_password }),
    ...(age_note !== undefined && { age_note }),
    ...(online_url !== undefined && { online_url }),
    ...(categories && { categories }),
    ...(tags && { tags }),
    demo: {
      poster,
      tickets,
      share,
      ...(soldOut && { soldOut }),
      ...(halfInside && { halfInside }),
      ...(calledOff !== undefined && { calledOff }),
    },
  }
}
