import type { Neighbour } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import type { Event } from '../../catalogue/events/browse-events.ts'
import { plainText } from '../../core/text.ts'
import { Icon } from '../kit/icon.tsx'
import { useView } from '../kit/view.ts'
import { ContactLines } from './linked-lines.tsx'

/** The organizers of an event, and its website. */
export function Hosts({ event }: { event: Event }) {
  const { t } = useView().words
  const own = event.website === event.url ? '' : plainText(event.website)
  if (event.organizer.length === 0 && own === '') return null
  return (
    <section class="hosts">
      {event.organizer.length > 0 && (
        <>
          <h2>{t('event.host')}</h2>
          <ul class="plain stack">
            {event.organizer.map(organizer => (
              <li key={organizer.id}>
                <ContactLines organizer={organizer} />
              </li>
            ))}
          </ul>
        </>
      )}
      {own !== '' && (
        <p>
          <a href={own} rel="noopener">
            {t('event.website')}
          </a>
        </p>
      )}
    </section>
  )
}

type NeighboursProps = { previous: Neighbour | undefined; next: Neighbour | undefined }

/** Links to the events before and after. */
export function Neighbours({ previous, next }: NeighboursProps) {
  const { site, words } = useView()
  const { t } = words
  if (!previous && !next) return null
  const to = ({ id, slug }: Neighbour) => eventUrl({ id, slug, status: 'publish' }, site.base)
  return (
    <nav class="neighbours row between noprint" aria-label={t('event.neighbours')}>
      {previous ? (
        <a rel="prev" href={to(previous)}>
          <Icon name="back" turns />
          <span>{t('event.previous', { title: previous.title })}</span>
        </a>
      ) : (
        <span />
      )}
      {next && (
        <a rel="next" href={to(next)}>
          <span>{t('event.next', { title: next.title })}</span>
          <Icon name="onward" turns />
        </a>
      )}
    </nav>
  )
}
