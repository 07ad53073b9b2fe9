import { queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** The tax rates of the site. */
export const taxRatesQuery = queryOptions({
  queryKey: ['taxes'],
  queryFn: async ({ signal }) => (await marquee.listTaxRates({}, { signal })).rates,
})

/** Which rate a ticket names. */
export const ticketTaxQuery = (id: number) =>
  queryOptions({
    queryKey: ['taxes', 'of', id],
    queryFn: async ({ signal }) => (await marquee.getTicketTaxRate({ id }, { signal })).rate,
  })

/** Which rate a fee names. */
export const feeTaxQuery = (id: number) =>
  queryOptions({
    queryKey: ['taxes', 'of fee', id],
    queryFn: async ({ signal }) => (await marquee.getFeeTaxRate({ id }, { signal })).rate,
  })
