/** `state` for the United States, else `province`: what an address shows for the part of the country. */
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
