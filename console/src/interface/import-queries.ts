import { queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** The runs that moved a site in. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => (await marquee.listImports({}, { signal })).imports,
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => marquee.getImport({ id }, { signal }),
  })

/** Lists of attendees that came to an event. */
export const attendeeImportsQuery = (event: number) =>
  queryOptions({
    queryKey: ['attendees', 'imports', event],
    queryFn: async ({ signal }) =>
      (await marquee.listAttendeeImports({ id: event }, { signal })).imports,
  })
