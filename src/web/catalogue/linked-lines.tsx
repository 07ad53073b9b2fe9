import type { Organizer } from '../../catalogue/organizers/lookup.ts'
import type { Venue } from '../../catalogue/venues/lookup.ts'
import { addressLines } from '../../core/postal-address.ts'
import { plainText } from '../../core/text.ts'
import { useView } from '../kit/view.ts'

type Address = Pick<
  Venue,
  'address' | 'city' | 'country' | 'zip' | 'stateprovince' | 'geo_lat' | 'geo_lng'
>

/** An address in one line. */
export const addressLine = ({ address, zip, city, stateprovince, country }: Address) =>
  addressLines({
    address: plainText(address ?? ''),
    zip: plainText(zip ?? ''),
    city: plainText(city ?? ''),
    stateprovince: plainText(stateprovince ?? ''),
    country: plainText(country ?? ''),
  }).join(', ')

/** A link to a map of the place; undefined when too little is known to find it. */
export function mapUrl(venue: Address): string | undefined {
  const { geo_lat: lat, geo_lng: lng } = venue
  if (typeof lat === 'number' && typeof lng === 'number') {
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
  }
  const line = addressLine(venue)
  return line === ''
    ? undefined
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(line)}`
}

/** A venue with its address and a link to a map. */
export function VenueLines({ venue, showsMap }: { venue: Venue; showsMap: boolean }) {
  const { site, words } = useView()
  const line = addressLine(venue)
  const map = showsMap ? mapUrl(venue) : undefined
  return (
    <>
      <strong>
        <a href={ownPath(venue.url, site)}>{plainText(venue.venue ?? '')}</a>
      </strong>
      {(line !== '' || map) && (
        <div class="soft">
          {line}
          {line !== '' && map && ' · '}
          {map && (
            <a href={map} rel="noopener nofollow">
              {words.t('event.map')}
            </a>
          )}
        </div>
      )}
    </>
  )
}

/** An organizer with their contact details. */
export function ContactLines({ organizer }: { organizer: Organizer }) {
  const { site } = useView()
  return (
    <>
      <a href={ownPath(organizer.url, site)}>{plainText(organizer.organizer ?? '')}</a>
      <Reach {...organizer} />
    </>
  )
}

type Reached = { phone?: string; email?: string; website?: string }

/** Telephone, e-mail and website, where they are known. */
export function Reach({ phone, email, website }: Reached) {
  const { words } = useView()
  const ways = [
    phone && {
      name: <bdi dir="ltr">{plainText(phone)}</bdi>,
      href: `tel:${plainText(phone).replace(/[^\d+]/g, '')}`,
    },
    email && { name: <bdi dir="ltr">{plainText(email)}</bdi>, href: `mailto:${plainText(email)}` },
    website && { name: words.t('event.website'), href: plainText(website) },
  ].filter(way => typeof way === 'object')
  if (ways.length === 0) return null
  return (
    <ul class="plain row wraps soft small reach">
      {ways.map(({ name, href }) => (
        <li key={href}>
          <a href={href} rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The path of an absolute address of ours, so that links work at whatever address the page is read. */
const ownPath = (url: string | undefined, { root, base }: { root: string; base: string }) =>
  url?.startsWith(root) ? base + url.slice(root.length) : `${base}/`
