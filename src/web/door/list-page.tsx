import type { EventRow } from '../../catalogue/events/lookup.ts'
import {
  type DoorLine,
  type DoorSheet,
  lastNameFirst,
  type Party,
  tabs,
} from '../../organising/door-list/rules.ts'
import { Field } from '../kit/form.tsx'
import { Button, ButtonLink, Empty, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { addressOf } from './door-address.ts'

type ListProps = {
  event: EventRow
  sheets: readonly DoorSheet[]
  /** The number of the first of these sheets. */
  first: number
  pages: number
  part: number
  parts: number
  printedAt: Date
}

const blankLines = 30

/** The list of an event on paper: a sheet is a page, and the last one has blank lines. */
export function DoorListPage(props: ListProps) {
  const { event, sheets, first, pages, part, parts } = props
  const { site, words } = useView()
  const { t } = words
  const here = `${site.base}/tickets-door/list?event=${event.id}`
  return (
    <div class="doorlist">
      <div class="noprint stack">
        <h1>{t('doors.listTitle', { event: event.title })}</h1>
        <p>{t('doors.listText')}</p>
        {parts > 1 && (
          <p>
            {Array.from({ length: parts }, (_, at) => (
              <a
                key={at}
                href={`${here}&part=${at + 1}`}
                aria-current={at + 1 === part ? 'page' : undefined}
              >
                {t('doors.part', { part: at + 1, parts })}{' '}
              </a>
            ))}
          </p>
        )}
        <div class="row">
          <ButtonLink href={site.base + addressOf(event.id)}>{t('doors.back')}</ButtonLink>
        </div>
      </div>
      {sheets.map((sheet, at) => (
        <Sheet key={sheet.from} {...props} sheet={sheet} page={first + at} />
      ))}
      {part === parts && (
        <section class="sheet">
          <Head {...props} page={pages} range={t('doors.blank')} />
          <table>
            <tbody>
              {Array.from({ length: blankLines }, (_, at) => (
                <tr key={at}>
                  <td class="box">☐</td>
                  <td class="num">{at + 1}</td>
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function Sheet({ sheet, page, ...props }: ListProps & { sheet: DoorSheet; page: number }) {
  return (
    <section class="sheet">
      <Head {...props} page={page} range={`${sheet.from} – ${sheet.to}`} />
      <p class="tabs" aria-hidden="true">
        {tabs.map((letters, at) => (
          <span key={letters} class={at === sheet.tab ? 'on' : undefined}>
            {letters}
          </span>
        ))}
      </p>
      <table>
        <tbody>
          {sheet.lines.map(line => (
            <Line key={keyOf(line)} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type HeadProps = Pick<ListProps, 'event' | 'pages' | 'printedAt'> & { page: number; range: string }

function Head({ event, pages, printedAt, page, range }: HeadProps) {
  const { words } = useView()
  const { t, moment } = words
  return (
    <header class="row between">
      <h2>{range}</h2>
      <p class="small">
        {event.title}, {moment(event.starts_at, event.timezone, 'full')}
        <br />
        {t('doors.page', { page, pages })} ·{' '}
        {t('doors.printedAt', { at: moment(printedAt, event.timezone, 'full') })}
      </p>
    </header>
  )
}

const keyOf = (line: DoorLine) =>
  line.kind === 'place'
    ? `place ${line.place.id}`
    : line.kind === 'head'
      ? `order ${line.party.places[0]?.id ?? 0}`
      : `see ${line.name} ${line.party.places[0]?.id ?? 0}`

function Line({ line }: { line: DoorLine }) {
  const { words } = useView()
  const { t } = words
  if (line.kind === 'see') {
    return (
      <tr class="soft">
        <td />
        <td colSpan={3}>
          {lastNameFirst(line.name)}: {t('doors.see', { name: lastNameFirst(line.party.name) })}
        </td>
      </tr>
    )
  }
  if (line.kind === 'head') {
    const { party } = line
    return (
      <tr>
        <td />
        <td colSpan={2}>
          <strong>{lastNameFirst(party.name)}</strong>{' '}
          {t('doors.places', { count: party.places.length, order: party.orderId ?? 0 })}
        </td>
        <td>
          <Owed party={party} />
        </td>
      </tr>
    )
  }
  const { place, party, isAlone } = line
  return (
    <tr>
      <td class="box">{place.cameInAt ? '☑' : '☐'}</td>
      <td class={isAlone ? undefined : 'of'}>{lastNameFirst(place.name)}</td>
      <td>{place.ticket}</td>
      <td>{isAlone && <Owed party={party} />}</td>
    </tr>
  )
}

/** What has to be paid before anybody of the order comes in. */
function Owed({ party: { owedMinor: minor, currency } }: { party: Party }) {
  const { words } = useView()
  if (minor === null) return null
  return <strong>{words.t('doors.owed', { sum: words.money({ minor, currency }) })}</strong>
}

type TicksProps = {
  event: EventRow
  parties: readonly Party[]
  /** How many more were found than are shown. */
  more: number
  search: string
  time: string
  token: string
  problem?: string | undefined
  taken?: number | undefined
}

/** Where the ticks of a printed list come back in. */
export function TicksPage({
  event,
  parties,
  more,
  search,
  time,
  token,
  problem,
  taken,
}: TicksProps) {
  const { site, words } = useView()
  const { t } = words
  const action = `${site.base}/tickets-door/ticks`
  return (
    <div class="narrow stack">
      <h1>{t('doors.ticksTitle')}</h1>
      <p class="soft">{event.title}</p>
      {problem && <Notice tone="bad" title={problem} isNew />}
      {taken !== undefined && (
        <Notice tone="good" title={t('doors.ticked', { count: taken })} isNew />
      )}
      <form class="stack" method="get" action={action}>
        <input type="hidden" name="event" value={event.id} />
        <Field name="search" label={t('doors.ticksSearch')} value={search} maxlength={100} />
        <div class="row">
          <Button small>{t('doors.ticksFind')}</Button>
        </div>
      </form>
      {parties.length === 0 && <Empty title={t('doors.nobody')} text="" />}
      {parties.length > 0 && (
        <form class="card pad stack" method="post" action={action}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="event" value={event.id} />
          <input type="hidden" name="search" value={search} />
          <Field name="time" label={t('doors.ticksTime')} type="time" value={time} required />
          {parties.map(party => (
            <fieldset key={party.places[0]?.id}>
              <legend>
                {lastNameFirst(party.name)} <Owed party={party} />
              </legend>
              {party.places.map(place => (
                <Tick key={place.id} place={place} zone={event.timezone} />
              ))}
            </fieldset>
          ))}
          {more > 0 && <p>{t('doors.more', { count: more })}</p>}
          <div class="row">
            <Button main>{t('doors.tick')}</Button>
          </div>
        </form>
      )}
      <div class="row">
        <ButtonLink href={site.base + addressOf(event.id)}>{t('doors.back')}</ButtonLink>
      </div>
    </div>
  )
}

function Tick({ place, zone }: { place: Party['places'][number]; zone: string }) {
  const { words } = useView()
  if (place.cameInAt) {
    const at = words.moment(place.cameInAt, zone, 'time')
    return (
      <p class="soft">
        {place.name} · {words.t('doors.cameAt', { at })}
      </p>
    )
  }
  const id = `came-${place.id}`
  return (
    <div class="check">
      <input type="checkbox" name="came" value={place.id} id={id} />
      <label for={id}>
        {place.name} <span class="soft">{place.ticket}</span>
      </label>
    </div>
  )
}
