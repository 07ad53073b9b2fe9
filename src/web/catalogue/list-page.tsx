import { findTermPage, type NamedTerm, popularTerms } from '../../catalogue/terms/lookup.ts'
import { taxonomies, type Taxonomy } from '../../catalogue/terms/rules.ts'
import { descriptionHtml, plainText } from '../../core/text.ts'
import type { Deps } from '../../shop/deps.ts'
import { Icon } from '../kit/icon.tsx'
import type { Page } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { ButtonLink, Empty, Pager, Stored } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../words/speak.ts'
import { CalendarMenu } from './calendar-menu.tsx'
import { EventList } from './event-item.tsx'
import { type Listed, loadEvents } from './load-events.ts'
import {
  isNarrow,
  neighbouringPages,
  perPage,
  queryOf,
  readSearch,
  type Search,
  windowOf,
} from './list-search.ts'
import { Views } from './views.tsx'

const categoriesMost = 8

type Term = { taxonomy: Taxonomy; slug: string; name: string; description: string }

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
  const listed = await loadEvents(deps, db, {
    window: windowOf(search, { now: deps.clock.now(), zone: site.zone }),
    search: search.search,
    terms: term ? [term] : [],
    free: search.free,
    page: search.page,
    perPage,
  })
  const pages = listed === 'too much' ? 1 : listed.pages
  if (search.page > 1 && search.page > pages) return undefined
  const categories = await popularTerms(db, 'category', categoriesMost)
  const path = term
    ? `/${taxonomies[term.taxonomy].page}/${encodeURIComponent(term.slug)}/`
    : '/events/'
  const at = (page: number) => path + queryOf({ ...search, page })
  return {
    ...introduction(words, site.name, term),
    // Filtered lists are not for search engines: those should find events, and searches by visitors concern nobody
    // else.
    canonical: isNarrow(search) ? undefined : at(search.page),
    ...neighbouringPages(search.page, pages, at),
    source: { list: sourceOf(term, search) },
    body: <List {...{ listed, search, term, categories, at, path }} />,
  }
}

async function findTerm(
  { db }: Visit,
  { taxonomy, slug }: { taxonomy: Taxonomy; slug: string },
): Promise<Term | undefined> {
  const found = await findTermPage(db, taxonomy, slug)
  return found && { taxonomy, slug, name: found.name, description: found.description }
}

const sourceOf = (term: Term | undefined, { page }: Search): Record<string, string | number> => {
  if (term) return { [taxonomies[term.taxonomy].plural]: term.slug }
  return page === 1 ? {} : { page }
}

function introduction({ t }: Words, site: string, term: Term | undefined) {
  if (!term) return { title: t('list.title'), description: t('list.description', { site }) }
  const plain = plainText(term.description)
  const description = plain === '' ? t('place.title', { name: term.name }) : plain
  return { title: term.name, description }
}

type ListProps = {
  listed: Listed | 'too much'
  search: Search
  term: Term | undefined
  categories: readonly NamedTerm[]
  at: (page: number) => string
  path: string
}

function List({ listed, search, term, categories, at, path }: ListProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <>
      <header class="page-head">
        {term && (
          <p class="soft small">
            {t(term.taxonomy === 'category' ? 'list.category' : 'list.tag', { name: '' }).replace(
              /[\s:]+$/,
              '',
            )}
          </p>
        )}
        <h1>{term ? term.name : t('list.title')}</h1>
      </header>
      {term && term.description !== '' && <Stored html={descriptionHtml(term.description)} />}
      <SearchForm search={search} path={path} />
      <Chips search={search} term={term} categories={categories} />
      <div class="row between wraps list-head">
        <p class="soft small" role="status">
          {listed !== 'too much' && t('list.found', { count: listed.total })}
        </p>
        <Views at="list" />
      </div>
      <Found listed={listed} search={search} term={term} />
      <div class="ways">
        <CalendarMenu path={path} name={term?.name ?? site.name} hasNews />
      </div>
      {listed !== 'too much' && (
        <Pager page={search.page} pages={listed.pages} href={page => site.base + at(page)} />
      )}
    </>
  )
}

function Found({ listed, search, term }: Pick<ListProps, 'listed' | 'search' | 'term'>) {
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
  if (listed.events.length > 0) return <EventList events={listed.events} />
  const isWide = !term && !isNarrow(search)
  return isWide ? (
    <Empty title={t('list.none')} text={t('list.noneText')} />
  ) : (
    <Empty title={t('list.nothing')} text={t('list.nothingText')}>
      {reset}
    </Empty>
  )
}

function SearchForm({ search, path }: { search: Search; path: string }) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form class="find" action={site.base + path} role="search">
      <div>
        <label class="quiet" for="search">
          {t('list.search')}
        </label>
        <input
          id="search"
          name="search"
          type="search"
          value={search.search}
          placeholder={t('list.searchHint')}
          maxlength={200}
        />
      </div>
      <div class="find-date">
        <label class="quiet" for="date">
          {t('list.from')}
        </label>
        <input id="date" name="date" type="date" value={search.date} />
      </div>
      {search.free && <input type="hidden" name="price" value="free" />}
      <button class="btn go" type="submit">
        <Icon name="search" />
        {t('list.go')}
      </button>
    </form>
  )
}

function Chips({ search, term, categories }: Pick<ListProps, 'search' | 'term' | 'categories'>) {
  const { site, words } = useView()
  const { t } = words
  const { when, free } = search
  const plain: Search = {
    page: 1,
    search: search.search,
    date: undefined,
    when: undefined,
    free: false,
  }
  const list = (own: Partial<Search>) => `${site.base}/events/${queryOf({ ...plain, ...own })}`
  const chips = [
    { name: t('list.everything'), href: list({}), on: !when && !free && !term },
    { name: t('list.today'), href: list({ when: 'today' }), on: when === 'today' },
    { name: t('list.weekend'), href: list({ when: 'weekend' }), on: when === 'weekend' },
    { name: t('list.free'), href: list({ free: true }), on: free },
    ...categories.map(({ name, slug }) => ({
      name,
      href: `${site.base}/events/category/${encodeURIComponent(slug)}/`,
      on: term?.taxonomy === 'category' && term.slug === slug,
    })),
  ]
  return (
    <nav aria-label={t('list.filters')}>
      <ul class="chips slides">
        {chips.map(({ name, href, on }) => (
          <li key={href}>
            <a class="chip" href={href} aria-current={on ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
