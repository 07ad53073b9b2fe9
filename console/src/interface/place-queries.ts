import type { Organizer, Term, Venue } from '@marquee-events/client'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

export type PlaceKind = 'venues' | 'organizers'

/** A venue or an organizer: both have a name, a text, a picture and how they are reached. */
export type Place = Partial<Venue & Organizer> & { id: number }

const named = (search: string) => ({ per_page: 50, ...(search !== '' && { search }) })

/** Venues whose names are like what was typed. */
export const venuesQuery = (search: string) =>
  queryOptions({
    queryKey: ['venues', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => marquee.listVenues(named(search), { signal }),
  })

export const organizersQuery = (search: string) =>
  queryOptions({
    queryKey: ['organizers', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => marquee.listOrganizers(named(search), { signal }),
  })

export type PlaceList = { kind: PlaceKind; search: string; isTrash: boolean }

type PlacePage = { places: Place[]; total: number; pages: number }

/** Venues or organizers, the newest first, page after page. */
export const placesQuery = ({ kind, search, isTrash }: PlaceList) =>
  infiniteQueryOptions({
    queryKey: [kind, 'list', { search, isTrash }],
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: page }): Promise<PlacePage> => {
      const request = { ...named(search), page, ...(isTrash && { status: ['trash'] }) }
      if (kind === 'venues') {
        const { venues, total, total_pages } = await marquee.listVenues(request, { signal })
        return { places: venues, total, pages: total_pages }
      }
      const { organizers, total, total_pages } = await marquee.listOrganizers(request, { signal })
      return { places: organizers, total, pages: total_pages }
    },
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
  })

export const placeQuery = (kind: PlaceKind, id: number) =>
  queryOptions({
    queryKey: [kind, id],
    queryFn: async ({ signal }): Promise<Place> =>
      kind === 'venues'
        ? marquee.getVenue({ id }, { signal })
        : marquee.getOrganizer({ id }, { signal }),
  })

const inUse = ['publish', 'future', 'draft', 'pending', 'private']

/** How many events name a venue or an organizer, and which of them are to come. */
export const namingQuery = (kind: PlaceKind, id: number) =>
  queryOptions({
    queryKey: ['events', 'naming', kind, id],
    queryFn: async ({ signal }) => {
      const request = {
        ...(kind === 'venues' ? { venue: [id] } : { organizer: [id] }),
        status: inUse,
        context: 'edit',
      }
      // Without `strict_dates` a bound is a whole day (contract 5.4).
      const toCome = { ends_after: new Date().toISOString(), strict_dates: 'true' }
      const [all, coming] = await Promise.all([
        marquee.listEvents({ ...request, per_page: 1, starts_after: '1970-01-01' }, { signal }),
        marquee.listEvents({ ...request, per_page: 3, ...toCome }, { signal }),
      ])
      return {
        total: all.total,
        coming: coming.total,
        first: coming.events.map(({ title }) => title),
      }
    },
  })

export type TermKind = 'categories' | 'tags'
type TermPage = { terms: Term[]; total: number; pages: number }

/** Categories or tags by their names, also those of no event, page after page. */
export const termsQuery = (kind: TermKind, search: string) =>
  infiniteQueryOptions({
    queryKey: ['terms', kind, search],
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: page }): Promise<TermPage> => {
      const request = { ...named(search), page, hide_empty: false }
      if (kind === 'categories') {
        const { categories, total, total_pages } = await marquee.listCategories(request, { signal })
        return { terms: categories, total, pages: total_pages }
      }
      const { tags, total, total_pages } = await marquee.listTags(request, { signal })
      return { terms: tags, total, pages: total_pages }
    },
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
  })
