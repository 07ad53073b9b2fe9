import { plainText } from '../../core/text.ts'

type Scheduled = { start_local: string; end_local: string; all_day: boolean; timezone: string }

/** When an event is, by the clock of its place, with the zone: `Saturday 21 November 2026 at 19:00–23:00 (Europe/Oslo)`. */
export function whenInWords({ start_local, end_local, all_day, timezone }: Scheduled): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  // The wall clock as it is stored: no zone is converted, so none can be wrong.
  const format = new Intl.DateTimeFormat('en-GB', {
    ...day,
    ...(!all_day && time),
    timeZone: 'UTC',
  })
  const [start, end] = [asUtc(start_local), asUtc(end_local)]
  const words = start < end ? format.formatRange(start, end) : format.format(start)
  return `${words.replace(/\u2009|\u202F/g, ' ')} (${timezone})`
}

const asUtc = (local: string) => new Date(`${local.replace(' ', 'T')}Z`)

type Texts<Name extends string> = { [K in Name]?: string | undefined }
type Venue = { name: string } & Texts<'address' | 'city' | 'zip' | 'country'>

/** Name and address in one line. */
export const whereInWords = ({ name, address, zip, city, country }: Venue): string =>
  [name, address, [zip, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')

type Organizer = { name: string } & Texts<'phone' | 'email' | 'website'>

/** Name and how to reach it, in one line. */
export const organizerInWords = ({ name, phone, email, website }: Organizer): string =>
  [name, phone, email, website].filter(Boolean).join(', ')

/** A title without the markup that it may have. */
export const titleInWords = (title: string): string => plainText(title) || 'Event'
