import { Icon } from '../kit/icon.tsx'
import { useView } from '../kit/view.ts'
import { googleTemplate, outlookTemplate, type TemplateEvent } from './calendar-templates.ts'

type CalendarMenuProps = {
  /** Path of the page whose events the calendar has, ending with a slash. */
  path: string
  /** The filters of the page, which its feeds have too: empty, or beginning with a question mark. */
  query?: string
  /** What the calendar is called where it is added. */
  name: string
  /** Whether there are new events to read about, as of a list. */
  hasNews?: boolean
  /** The only event, which calendars on the web then offer in a form of theirs. */
  event?: TemplateEvent
}

/** Ways to follow events in a calendar of one's own, which then shows every change (contract.md 23). */
export function CalendarMenu({
  path,
  query = '',
  name,
  hasNews = false,
  event,
}: CalendarMenuProps) {
  const { site, words } = useView()
  const { t } = words
  const feed = site.root + path.replace(/\/$/, '')
  const label = t(hasNews ? 'calendar.follow' : 'order.calendar')
  const news = hasNews ? `${feed}.rss${query}` : undefined
  const file = `${feed}.ics${query}`
  return <CalendarWays {...{ file, name, label, news, event }} />
}

type CalendarWaysProps = {
  /** The absolute address of the calendar. */
  file: string
  name: string
  label: string
  /** The absolute address of a feed of news. */
  news?: string | undefined
  event?: TemplateEvent | undefined
}

/** The same for any calendar of ours. */
export function CalendarWays({ file, name, label, news, event }: CalendarWaysProps) {
  const { t } = useView().words
  const followed = file.replace(/^https?:/, 'webcal:')
  const search = (values: Record<string, string>) => new URLSearchParams(values).toString()
  const ways = [
    { text: t('calendar.device'), href: followed },
    {
      text: 'Google',
      href: event
        ? googleTemplate(event)
        : `https://calendar.google.com/calendar/r?${search({ cid: followed })}`,
    },
    {
      text: 'Outlook',
      href: event
        ? outlookTemplate(event)
        : `https://outlook.live.com/calendar/0/addfromweb?${search({ url: file, name })}`,
    },
    { text: t('order.calendarFile'), href: file },
    ...(news === undefined ? [] : [{ text: 'RSS', href: news }]),
  ]
  return (
    <details class="menu noprint">
      <summary class="btn s">
        <Icon name="calendar" />
        {label}
      </summary>
      <ul>
        {ways.map(({ text, href }) => (
          <li key={href}>
            <a href={href} rel="nofollow noopener">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
