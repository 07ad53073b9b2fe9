/** The region shown in an address: `state` for the United States, otherwise `province`. */
export function stateProvince({
  country,
  state,
  province,
}: {
  country: string
  state: string
  province: string
}): string {
  const american = ['', 'us', 'usa', 'united states', 'united states of america'].includes(
    country.trim().toLowerCase(),
  )
  return american && state !== '' ? state : province
}
