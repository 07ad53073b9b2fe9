/** An event as the forms of calendars on the web take it. */
export type TemplateEvent = {
  title: string
  allDay: boolean
  /** Local times, `YYYY-MM-DD HH:MM:SS`, and their instants. */
  startLocal: string
  endLocal: string
  startsAt: Date
  endsAt: Date
  place: string
  /** The address of its page. */
  url: string
}

/** A calendar's form has the event in its address, and addresses have a length that servers take. */
const longest = 300

const short = (text: string) =>
  text.length <= longest ? text : `${Array.from(text).slice(0, longest).join('')}…`

/** The day after a local day, as calendars end whole days. */
const dayAfter = (local: string) =>
  new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The form of Google Calendar with this event. Times are in UTC, which it shows on the visitor's own clock. */
export function googleTemplate(event: TemplateEvent): string {
  const compact = (text: string) => text.replace(/[-:]|\.\d+/g, '')
  const dates = event.allDay
    ? [event.startLocal.slice(0, 10), dayAfter(event.endLocal)]
    : [event.startsAt.toISOString(), event.endsAt.toISOString()]
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: short(event.title),
    dates: dates.map(compact).join('/'),
    ...(event.place && { location: short(event.place) }),
    details: event.url,
  })}`
}

/** The form of Outlook on the web with this event. */
export function outlookTemplate(event: TemplateEvent): string {
  const [start, end] = event.allDay
    ? [event.startLocal.slice(0, 10), dayAfter(event.endLocal)]
    : [event.startsAt.toISOString(), event.endsAt.toISOString()]
  return `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: short(event.title),
    startdt: start ?? '',
    enddt: end ?? '',
    ...(event.allDay && { allday: 'true' }),
    ...(event.place && { location: short(event.place) }),
    body: event.url,
  })}`
}
