import type { NamedTerm } from '../../catalogue/terms/lookup.ts'
import type { Taxonomy } from '../../catalogue/terms/rules.ts'
import { Icon } from '../kit/icon.tsx'
import { useView } from '../kit/view.ts'
import { queryOf, type Search, wholeList } from './list-search.ts'
import { type SearchPlace, placeNamed, radii, usualRadius } from './places.ts'

type SearchFormProps = { search: Search; path: string; places: readonly SearchPlace[] }

export function SearchForm({ search, path, places }: SearchFormProps) {
  const { site, words } = useView()
  const { t } = words
  return (
    <form
      class={places.length > 0 ? 'find has-places' : 'find'}
      action={site.base + path}
      role="search"
    >
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
        <label class="small soft" for="date">
          {t('list.from')}
        </label>
        <input id="date" name="date" type="date" value={search.date} />
      </div>
      {places.length > 0 && <PlaceField search={search} places={places} />}
      {search.past && <input type="hidden" name="when" value="past" />}
      {search.free && <input type="hidden" name="price" value="free" />}
      <button class="btn go" type="submit">
        <Icon name="search" />
        {t('list.go')}
      </button>
    </form>
  )
}

/** The places; the script `near-me` chooses the nearest by their positions. */
function PlaceField({ search, places }: Pick<SearchFormProps, 'search' | 'places'>) {
  const { t, language } = useView().words
  const sorted = [...places].sort((one, other) => one.name.localeCompare(other.name, language))
  const chosen = search.near === undefined ? undefined : placeNamed(places, search.near)
  return (
    <div class="find-place">
      <label class="small soft" for="near">
        {t('list.place')}
      </label>
      <select id="near" name="near">
        <option value="">{t('list.anywhere')}</option>
        {sorted.map(({ name, middle }) => (
          <option
            key={name}
            value={name}
            selected={name === chosen?.name}
            data-lat={middle?.lat.toFixed(2)}
            data-lng={middle?.lng.toFixed(2)}
          >
            {name}
          </option>
        ))}
      </select>
      {search.within !== usualRadius && <input type="hidden" name="within" value={search.within} />}
    </div>
  )
}

/** How far from the place events may be. */
export function Radii({ search, path }: Pick<SearchFormProps, 'search' | 'path'>) {
  const { site, words } = useView()
  return (
    <nav class="radii" aria-label={words.t('list.radius')}>
      <ul class="chips">
        {radii.map(within => (
          <li key={within}>
            <a
              class="chip"
              href={site.base + path + queryOf({ ...search, within, page: 1 })}
              rel="nofollow"
              aria-current={within === search.within ? 'true' : undefined}
            >
              {words.distance(within)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The button that only browsers with scripts can use, which also shows why it failed. */
function NearMe() {
  const { t } = useView().words
  return (
    <li data-near-me hidden>
      <button
        class="chip"
        type="button"
        data-waiting={t('list.locating')}
        data-failed={t('list.noLocation')}
      >
        <Icon name="locate" />
        {t('list.nearMe')}
      </button>
    </li>
  )
}

type ChipsProps = Pick<SearchFormProps, 'search' | 'places'> & {
  /** The category or tag whose list this is. */
  term: { taxonomy: Taxonomy; slug: string } | undefined
  categories: readonly NamedTerm[]
  /** On the first page nothing is chosen yet. */
  isHome?: boolean
}

/** Filters that need one press: days, free events, categories. */
export function Chips({ search, term, categories, places, isHome = false }: ChipsProps) {
  const { site, words } = useView()
  const { t } = words
  const { when, past, free, near, within } = search
  const plain: Search = { ...wholeList, search: search.search, near, within }
  const list = (own: Partial<Search>) => `${site.base}/events/${queryOf({ ...plain, ...own })}`
  const chips = [
    { name: t('list.everything'), href: list({}), on: !when && !free && !past && !term && !isHome },
    { name: t('list.today'), href: list({ when: 'today' }), on: when === 'today' },
    { name: t('list.weekend'), href: list({ when: 'weekend' }), on: when === 'weekend' },
    { name: t('list.free'), href: list({ free: true }), on: free },
    ...(isHome ? [] : [{ name: t('list.past'), href: list({ past: true }), on: past && !term }]),
    ...categories.map(({ name, slug }) => ({
      name,
      href: `${site.base}/events/category/${encodeURIComponent(slug)}/${queryOf(plain)}`,
      on: term?.taxonomy === 'category' && term.slug === slug,
    })),
  ]
  return (
    <nav aria-label={t('list.filters')}>
      <ul class="chips slides">
        {places.some(({ middle }) => middle) && <NearMe />}
        {chips.map(({ name, href, on }) => (
          <li key={href}>
            <a class="chip" href={href} aria-current={on ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p class="problem" role="status" data-near-problem />
    </nav>
  )
}
