import { findTermPage, type NamedTerm, popularTerms } from '../../catalogue/terms/lookup.ts'
import { taxonomies, type Taxonomy } from '../../catalogue/terms/rules.ts'
import { plainText, shownHtml } from '../../core/text.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { ButtonLink, Empty, Pager, Stored } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { CalendarMenu } from './calendar-menu.tsx'
import { EventList } from './event-item.tsx'
import { findPlaces } from './find-places.ts'
import { Chips, Radii, SearchForm } from './list-filters.tsx'
import { type Listed, loadEvents, loadPast } from './load-events.ts'
import {
  isNarrow,
  neighbouringPages,
  perPage,
  periodOf,
  queryOf,
  readSearch,
  type Search,
  wholeList,
} from './list-search.ts'
import type { SearchPlace } from './places.ts'
import { Views } from './views.tsx'

const categoriesMost = 8

type Term = { taxonomy: Taxonomy; slug: string; name: string; description: string; html: string }

/** Upcoming events: all, or those of a category or tag. */
export async function listPage(
  deps: Deps,
  visit: Visit,
  named?: { taxonomy: Taxonomy; slug: string },
): Promise<Page | undefined> {
  const { db, site, words, query } = visit
  const search = readSearch(query)
  const term = named && (await findTerm(visit, named))
  if (!search || (named && !term)) return undefined
  const { places, place, venues } = await findPlaces(deps, db, search)
  const narrowed = {
    search: search.search,
    terms: term ? [term] : [],
    venues,
    free: search.free,
    page: search.page,
    perPage,
  }
  const listed = search.past
    ? await loadPast(deps, db, narrowed)
    : await loadEvents(deps, db, {
        ...periodOf(search, { now: deps.clock.now(), zone: site.zone }),
        ...narrowed,
      })
  const pages = listed === 'too much' ? 1 : listed.pages
  if (search.page > 1 && search.page > pages) return undefined
  const categories = await popularTerms(db, 'category', categoriesMost)
  const path = term
    ? `/${taxonomies[term.taxonomy].page}/${encodeURIComponent(term.slug)}/`
    : '/events/'
  const at = (page: number) => path + queryOf({ ...search, page })
  // Calendars and feeds are about what comes.
  const ahead = { ...search, past: false, page: 1 }
  return {
    ...introduction(words, site.name, { term, search }),
    // Filtered lists are not for search engines: those should find events, and searches by visitors concern nobody
    // else.
    canonical: isNarrow({ ...search, past: false }) ? undefined : at(search.page),
    ...neighbouringPages(search.page, pages, at),
    source: { list: sourceOf(term, search) },
    followed: { path, query: queryOf(ahead), ...(term && { name: term.name }) },
    islands: places.some(({ middle }) => middle) ? ['near-me'] : [],
    body: <List {...{ listed, search, term, categories, at, path, places, place }} />,
  }
}

async function findTerm(
  { db }: Visit,
  { taxonomy, slug }: { taxonomy: Taxonomy; slug: string },
): Promise<Term | undefined> {
  const term = await findTermPage(db, taxonomy, slug)
  if (!term) return undefined
  const { name, description, description_html } = term
  return { taxonomy, slug, name, description, html: shownHtml(description, description_html) }
}

const sourceOf = (term: Term | undefined, { page }: Search): Record<string, string | number> => {
  if (term) return { [taxonomies[term.taxonomy].plural]: term.slug }
  return page === 1 ? {} : { page }
}

type About = { term: Term | undefined; search: Search }

function introduction({ t }: Words, site: string, { term, search }: About) {
  const { past } = search
  const ofSite = t(past ? 'list.pastDescription' : 'list.description', { site })
  if (!term) return { title: titleOf(search, t), description: ofSite }
  const plain = plainText(term.description)
  const named = t(term.taxonomy === 'category' ? 'list.category' : 'list.tag', { name: term.name })
  const description = plain === '' ? `${named}. ${ofSite}` : plain
  return { title: past ? `${term.name} · ${t('list.past')}` : term.name, description }
}

/** What is searched for names the list in tabs, in histories and in its heading. */
function titleOf({ search: words, past }: Search, t: Words['t']) {
  if (words !== undefined) return t('list.results', { words })
  return t(past ? 'list.past' : 'list.title')
}

type ListProps = {
  listed: Listed | 'too much'
  search: Search
  term: Term | undefined
  categories: readonly NamedTerm[]
  at: (page: number) => string
  path: string
  places: readonly SearchPlace[]
  /** The place near which events are shown. */
  place: SearchPlace | undefined
}

function List({ listed, search, term, categories, at, path, places, place }: ListProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <>
      <header class="page-head">
        {term && (
          <p class="soft small">
            {t(term.taxonomy === 'category' ? 'list.category' : 'list.tag', { name: '' }).replace(
              /(?<![\s:])[\s:]+$/,
              '',
            )}
          </p>
        )}
        <h1>{term ? term.name : titleOf(search, t)}</h1>
      </header>
      {term && term.html !== '' && <Stored html={term.html} />}
      <SearchForm search={search} path={path} places={places} />
      <Chips search={search} term={term} categories={categories} places={places} />
      {place?.middle && <Radii search={search} path={path} />}
      <div class="row between wraps list-head">
        <p class="soft small" role="status">
          {listed !== 'too much' &&
            t(listed.isMore ? 'list.foundMore' : 'list.found', { count: listed.total })}
          {place && ` · ${nearWords(words, place, search)}`}
        </p>
        <Views at="list" />
      </div>
      <Found listed={listed} search={search} term={term} place={place} />
      <div class="ways row wraps">
        {!search.past && (
          <CalendarMenu
            path={path}
            query={queryOf({ ...search, page: 1 })}
            name={term?.name ?? site.name}
            hasNews
          />
        )}
        <ButtonLink
          small
          href={site.base + path + (search.past ? '' : queryOf({ ...wholeList, past: true }))}
        >
          {t(search.past ? 'list.ahead' : 'list.past')}
        </ButtonLink>
      </div>
      {listed !== 'too much' && (
        <Pager
          page={search.page}
          pages={listed.pages}
          isMore={listed.isMore}
          href={page => site.base + at(page)}
        />
      )}
    </>
  )
}

function nearWords(
  { t, distance }: Words,
  { name, middle }: SearchPlace,
  { within }: Search,
): string {
  return middle ? t('list.near', { place: name, distance: distance(within) }) : name
}

function Found({
  listed,
  search,
  term,
  place,
}: Pick<ListProps, 'listed' | 'search' | 'term' | 'place'>) {
  const { site, words } = useView()
  const { t } = words
  const reset = <ButtonLink href={`${site.base}/events/`}>{t('list.reset')}</ButtonLink>
  if (listed === 'too much') {
    return (
      <Empty title={t('list.tooMuch')} text={t('list.tooMuchText')}>
        {reset}
      </Empty>
    )
  }
  if (listed.events.length > 0) return <EventList events={listed.events} near={place} />
  if (search.near !== undefined && !place) {
    return (
      <Empty title={t('list.noPlace')} text={t('list.noPlaceText')}>
        {reset}
      </Empty>
    )
  }
  if (search.past && !term && !isNarrow({ ...search, past: false })) {
    return <Empty title={t('list.nonePast')} text="" />
  }
  const isWide = !term && !isNarrow(search)
  return isWide ? (
    <Empty title={t('list.none')} text={t('list.noneText')} />
  ) : (
    <Empty title={t('list.nothing')} text={t('list.nothingText')}>
      {reset}
    </Empty>
  )
}
