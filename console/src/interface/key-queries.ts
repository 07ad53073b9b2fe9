import { queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** Passwords of programs that sign in as this person. */
export const programPasswordsQuery = (user: number) =>
  queryOptions({
    queryKey: ['keys', 'passwords', user],
    queryFn: ({ signal }) => marquee.listUserApplicationPasswords({ id: user }, { signal }),
  })

/** Keys with some of the rights of whoever made them. */
export const apiKeysQuery = queryOptions({
  queryKey: ['keys', 'api'],
  queryFn: ({ signal }) => marquee.listKeys({}, { signal }),
})

/** Keys of scanner apps. */
export const scannerKeysQuery = queryOptions({
  queryKey: ['keys', 'scanners'],
  queryFn: ({ signal }) => marquee.listScannerKeys({}, { signal }),
})
