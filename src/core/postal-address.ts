type Maybe = string | null | undefined

/** Where a venue is. `stateprovince` is its state or province. */
export type PostalAddress = {
  address?: Maybe
  zip?: Maybe
  city?: Maybe
  stateprovince?: Maybe
  country?: Maybe
}

/** Countries whose addresses end in city, state and code: `Portland, OR 97205`. */
const codeAfterState = new Set(
  'us,usa,u.s.,u.s.a.,united states,united states of america,ca,canada,au,australia'.split(','),
)

/**
 * The lines of an address, without empty ones: street, city with state and code, country. In the United States, Canada and
 * Australia the code stands behind the state, elsewhere before the city: `Portland, OR 97205`, but `8004 Zürich, ZH`. The
 * only function that writes an address.
 */
export function addressLines(place: PostalAddress): string[] {
  const [address, zip, city, state, country] = [
    place.address,
    place.zip,
    place.city,
    place.stateprovince,
    place.country,
  ].map(part => (part ?? '').trim())
  // A state alone tells the country where only its code has two letters, as venues of one country are often kept.
  const isAfter =
    state !== '' &&
    (country === ''
      ? /^[A-Z]{2}$/.test(state ?? '')
      : codeAfterState.has(country?.toLowerCase() ?? ''))
  const parts = isAfter
    ? [city, joined(state, zip)]
    : [joined(zip, city), state === city ? '' : state]
  return [address, parts.filter(filled).join(', '), country].filter(filled)
}

/** Name and address of a place in one line. */
export const placeInWords = ({ name, ...place }: PostalAddress & { name?: Maybe }): string =>
  [(name ?? '').trim(), ...addressLines(place)].filter(filled).join(', ')

const filled = (part: string | undefined): part is string => part !== undefined && part !== ''
const joined = (...parts: (string | undefined)[]) => parts.filter(filled).join(' ')
