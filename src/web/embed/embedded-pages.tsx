import type { EventRow } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import type { Deps } from '../../shop/deps.ts'
import { EventList } from '../catalogue/event-item.tsx'
import { findPublicEvent } from '../catalogue/event-page.tsx'
import { perPage, periodOf, wholeList } from '../catalogue/list-search.ts'
import { loadEvents } from '../catalogue/load-events.ts'
import { When } from '../catalogue/when.tsx'
import { choiceOf } from '../checkout/event-choice.ts'
import { handoverPath } from '../checkout/hand-over-choice.tsx'
import { type ChoiceProps, TicketChoice } from '../checkout/ticket-choice.tsx'
import type { Page } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { ButtonLink } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

/**
 * What pages of other sites show of ours in a frame: the choice of an event's tickets, and the list (contract.md 37.7). The pages
 * know no cookie, have no form but the choice, and are the same for everybody.
 */
export function embeddedPages(pages: Pages, deps: Deps) {
  const { embedOrigins } = deps.config
  pages.show({
    path: '/embed/event/:name',
    kind: 'embedded',
    handle: async visit => {
      const row = await findPublicEvent(deps, { slug: visit.params['name'] ?? '' })
      return row && embedded(row.title, <Choice {...(await choiceFor(deps, row))} />, embedOrigins)
    },
  })
  pages.show({
    path: '/embed/events',
    kind: 'embedded',
    reads: ['category'],
    isList: true,
    handle: visit => list(deps, visit),
  })
}

const embedded = (title: string, body: Page['body'], origins: readonly string[]): Page => ({
  title,
  isEmbedded: true,
  islands: ['embedded', 'stepper', 'choice'],
  body: (
    <main class="embedded" data-embedded={origins.join(' ')}>
      {body}
    </main>
  ),
})

type EmbeddedChoice = { row: EventRow; choice: ChoiceProps | undefined }

/** Of a protected event nothing is chosen in a frame: its page asks for the password. */
async function choiceFor(deps: Deps, row: EventRow): Promise<EmbeddedChoice> {
  if (row.password_hash !== null) return { row, choice: undefined }
  const { choice } = await choiceOf(deps, row)
  return { row, choice: { ...choice, handsOverTo: handoverPath } }
}

function Choice({ row, choice }: EmbeddedChoice) {
  const { site, words } = useView()
  const { t } = words
  const page = `${eventUrl(row, site.base)}?lang=${words.language}`
  const isSold = choice !== undefined && choice.offers.length > 0
  return (
    <div class="stack">
      <div>
        <h1 class="embedded-title">
          <a href={page}>{row.title}</a>
        </h1>
        <p class="soft">
          <When event={row} />
        </p>
      </div>
      {isSold ? (
        <TicketChoice {...choice} />
      ) : (
        <p>
          <ButtonLink main href={page}>
            {t('order.toEvent', { event: row.title })}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

async function list(deps: Deps, { db, site, words, query }: Visit): Promise<Page> {
  const { category } = query
  const terms =
    typeof category === 'string' && category !== ''
      ? [{ taxonomy: 'category', slug: category.slice(0, 200) } as const]
      : []
  const listed = await loadEvents(deps, db, {
    ...periodOf(wholeList, { now: deps.clock.now(), zone: site.zone }),
    terms,
    page: 1,
    perPage,
  })
  const events = listed === 'too much' ? [] : listed.events
  const [term] = terms
  const whole = `${site.base}/events/${term ? `category/${encodeURIComponent(term.slug)}/` : ''}`
  const body = (
    <div class="stack">
      <h1 class="quiet">{words.t('list.title')}</h1>
      {events.length > 0 ? <EventList events={events} /> : <p>{words.t('list.none')}</p>}
      <p>
        <ButtonLink small href={`${whole}?lang=${words.language}`}>
          {words.t('home.all')}
        </ButtonLink>
      </p>
    </div>
  )
  return embedded(words.t('list.title'), body, deps.config.embedOrigins)
}
