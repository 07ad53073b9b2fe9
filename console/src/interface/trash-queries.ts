import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** Events in the trash, which may be brought back. */
export const trashQuery = ({ page, search }: { page: number; search: string }) =>
  queryOptions({
    queryKey: ['events', 'trash', { page, search }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      marquee.listEvents(
        {
          page,
          per_page: 25,
          context: 'edit',
          status: ['trash'],
          starts_after: '1970-01-01',
          ...(search !== '' && { search }),
        },
        { signal },
      ),
  })
