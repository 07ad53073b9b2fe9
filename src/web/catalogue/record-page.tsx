import { mayReadRecord } from '../../access/records/rules.ts'
import { imageViews } from '../../catalogue/images/lookup.ts'
import type { LinkedRow } from '../../catalogue/linked/kind.ts'
import { showAll } from '../../catalogue/linked/lookup.ts'
import { organizerKind } from '../../catalogue/organizers/kind.ts'
import { findOrganizerPage, type Organizer } from '../../catalogue/organizers/lookup.ts'
import { venueKind } from '../../catalogue/venues/kind.ts'
import { publishDue } from '../../catalogue/events/publish-due.ts'
import { findVenuePage, type Venue } from '../../catalogue/venues/lookup.ts'
import { anonymous } from '../../core/caller.ts'
import { plainText, shownHtml } from '../../core/text.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { ButtonLink, Pager, Stored } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { CalendarMenu } from './calendar-menu.tsx'
import { EventList } from './event-item.tsx'
import { addressLine, mapUrl, Reach } from './linked-lines.tsx'
import {
  neighbouringPages,
  pageNumber,
  perPage,
  periodOf,
  queryOf,
  wholeList,
} from './list-search.ts'
import { type Listed, loadEvents, loadPast } from './load-events.ts'
import { Hero, previewOf } from './picture.tsx'

const kinds = {
  venue: { kind: venueKind, find: findVenuePage },
  organizer: { kind: organizerKind, find: findOrganizerPage },
}

type RecordView = Venue & Organizer & { json_ld?: object }

/** The page of a venue or organizer by slug or id, with its upcoming events; undefined for an unpublished one. */
export async function recordPage(
  deps: Deps,
  visit: Visit,
  { kind: name, slug }: { kind: keyof typeof kinds; slug: string },
): Promise<Page | undefined> {
  const { db, words, query } = visit
  const page = pageNumber(query['page'])
  const { kind, find } = kinds[name]
  await publishDue(deps)
  const row = await find(db, slug)
  if (page === undefined || !row || !mayReadRecord(anonymous, row)) return undefined
  const past = query['when'] === 'past'
  const { record, image, result } = await loadRecord(deps, visit, { name, row, page, past })
  if (page > 1 && page > result.pages) return undefined
  const path = `/${kind.page}/${row.slug === '' ? row.id : encodeURIComponent(row.slug)}/`
  const at = (other: number) => path + queryOf({ ...wholeList, past, page: other })
  const plain = plainText(row.description).slice(0, 200)
  return {
    title: past ? `${row.name} · ${words.t('list.past')}` : row.name,
    description: plain === '' ? words.t('place.title', { name: row.name }) : plain,
    canonical: at(page),
    ...neighbouringPages(page, result.pages, at),
    source: { list: { [name]: row.id } },
    followed: { path, name: row.name },
    picture: previewOf(image),
    linkedData: record.json_ld,
    body: (
      <Record
        name={row.name}
        description={shownHtml(row.description, row.description_html)}
        isVenue={name === 'venue'}
        {...{ record, image, result, page, path, past, at }}
      />
    ),
  }
}

type Loading = { name: keyof typeof kinds; row: LinkedRow; page: number; past: boolean }

async function loadRecord(deps: Deps, { db, site }: Visit, { name, row, page, past }: Loading) {
  const { publicRoot } = deps
  const [shown] = await showAll(db, kinds[name].kind, {
    rows: [row],
    publicRoot,
    timezone: site.zone,
    single: true,
  })
  const images = await imageViews(db, [row.image_id], publicRoot)
  const now = deps.clock.now()
  const here = {
    ...(name === 'venue' ? { venues: [row.id] } : { organizer: row.id }),
    page,
    perPage,
  }
  const listed = past
    ? await loadPast(deps, db, here)
    : await loadEvents(deps, db, { ...periodOf(wholeList, { now, zone: site.zone }), ...here })
  return {
    record: shown as unknown as RecordView,
    image: row.image_id === null ? undefined : images.get(row.image_id),
    result: listed === 'too much' ? { events: [], total: 0, pages: 1, isMore: false } : listed,
  }
}

type RecordProps = {
  name: string
  /** HTML as it is shown. */
  description: string
  record: RecordView
  image: Parameters<typeof Hero>[0]['image'] | undefined
  isVenue: boolean
  result: Listed
  page: number
  path: string
  /** Whether it shows what is over instead of what comes. */
  past: boolean
  at: (page: number) => string
}

function Record({
  name,
  description,
  record,
  image,
  isVenue,
  result,
  page,
  at,
  ...rest
}: RecordProps) {
  const { path, past } = rest
  const { site, words } = useView()
  const { t } = words
  const line = isVenue ? addressLine(record) : ''
  const map = isVenue && record.show_map_link ? mapUrl(record) : undefined
  return (
    <>
      {image && <Hero image={image} alt="" />}
      <header class="page-head">
        <h1>{name}</h1>
        {(line !== '' || map) && (
          <p class="soft">
            {line}
            {line !== '' && map && ' · '}
            {map && (
              <a href={map} rel="noopener nofollow">
                {t('event.map')}
              </a>
            )}
          </p>
        )}
        <Reach {...record} />
      </header>
      {description !== '' && <Stored html={description} />}
      <section class="coming">
        <h2>{t(past ? 'list.past' : 'place.upcoming')}</h2>
        {result.events.length > 0 ? (
          <EventList events={result.events} level={3} />
        ) : (
          <p class="soft">{t(past ? 'list.nonePast' : 'place.none')}</p>
        )}
        <div class="ways row wraps">
          {!past && <CalendarMenu path={path} name={name} hasNews />}
          <ButtonLink
            small
            href={site.base + path + (past ? '' : queryOf({ ...wholeList, past: true }))}
          >
            {t(past ? 'list.ahead' : 'list.past')}
          </ButtonLink>
        </div>
        <Pager
          page={page}
          pages={result.pages}
          isMore={result.isMore}
          href={other => site.base + at(other)}
        />
      </section>
    </>
  )
}
