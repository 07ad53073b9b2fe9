import type { PlainKey } from '../../core/words/catalogue.ts'
import type { Words } from '../../core/words/speak.ts'
import { Button, Notice, Pill } from '../kit/pieces.tsx'
import { Field } from '../kit/form.tsx'
import { useView } from '../kit/view.ts'
import { CodeField, type CodeFieldProps } from './code-field.tsx'
import { Quantity } from './quantity-field.tsx'
import { type Offer, secondsToSale } from './offers.ts'

export type ChoiceProps = {
  eventId: number
  offers: readonly Offer[]
  /** The tickets are shown only to visitors who know the event's password. */
  wantsPassword?: boolean
  /** Payments are simulated. */
  isSandbox?: boolean
  holdMinutes: number
  /** Why the last choice was not available. */
  problem?: string | undefined
  /** The chosen quantities, by ticket. */
  chosen?: ReadonlyMap<number, number>
  /** Where a code is entered that opens hidden tickets; missing where there are none. */
  codeField?: CodeFieldProps
  /** Another path that takes the choice, in a new tab: the choice stands in a page of another site. */
  handsOverTo?: string
}

/** The tickets of an event as a form: whole prices, remaining places, and a quantity for each. */
export function TicketChoice(props: ChoiceProps) {
  const { eventId, offers, wantsPassword, isSandbox, holdMinutes, problem, chosen } = props
  const { handsOverTo, codeField } = props
  const { site, words } = useView()
  const { t } = words
  const takesCode = handsOverTo === undefined && codeField !== undefined
  if (offers.length === 0 && !takesCode) return null
  const isOpen = offers.some(({ state }) => state.kind === 'open')
  return (
    <section class="card choice" id="tickets" aria-labelledby="tickets-title">
      <form
        method="post"
        action={site.base + (handsOverTo ?? '/cart')}
        {...(handsOverTo !== undefined && { target: '_blank', rel: 'noopener' })}
        data-choice
        data-one={t('buy.sumOne', { sum: '{sum}' })}
        data-more={t('buy.sumMore', { count: '{count}', sum: '{sum}' })}
      >
        <h2 id="tickets-title" class="pad">
          {t('buy.tickets')}
        </h2>
        {problem && (
          <div class="pad tight">
            <Notice tone="bad" title={problem} isNew />
          </div>
        )}
        <input type="hidden" name="event" value={eventId} />
        {codeField?.code !== undefined && codeField.problem === undefined && (
          <input type="hidden" name="code" value={codeField.code} />
        )}
        {handsOverTo !== undefined && <input type="hidden" name="lang" value={words.language} />}
        <ul class="plain offers">
          {offers.map(offer => (
            <OfferRow key={offer.id} offer={offer} quantity={chosen?.get(offer.id)} />
          ))}
        </ul>
        {offers.length > 0 && offers.every(({ state }) => state.kind === 'sold out') && (
          <p class="pad foot-of-card">
            <a href={`${site.base}/events/`}>{t('missing.way')}</a>
          </p>
        )}
        {isOpen && (
          <div class="pad foot-of-card">
            {wantsPassword && (
              <Field name="password" label={t('buy.password')} type="password" required />
            )}
            <p class="sum num" data-sum hidden />
            <Button main wide>
              {t('buy.choose')}
            </Button>
            <p class="hint center">{t('buy.heldFor', { minutes: holdMinutes })}</p>
            {isSandbox && offers.some(({ wholeMinor }) => wholeMinor > 0) && (
              <p class="hint center">{t('buy.sandbox')}</p>
            )}
          </div>
        )}
      </form>
      {takesCode && <CodeField {...codeField} />}
    </section>
  )
}

/** The header with which a page reloads itself when a sale begins, without a script. */
export function turningBy(offers: readonly Offer[], now: Date): Record<string, string> {
  const seconds = secondsToSale(offers, now)
  return seconds === undefined || seconds > aDay ? {} : { refresh: String(seconds) }
}

const aDay = 24 * 60 * 60

function OfferRow({ offer, quantity }: { offer: Offer; quantity: number | undefined }) {
  const { words } = useView()
  const { t } = words
  const { id, name, description, state, least, most } = offer
  const isOpen = state.kind === 'open'
  const fieldId = `tickets-${id}`
  return (
    <li class="offer">
      <div class="grow">
        {isOpen ? <label for={fieldId}>{name}</label> : <strong class="soft">{name}</strong>}
        <Price offer={offer} id={`${fieldId}-about`} />
        {isOpen && state.left !== undefined && state.left <= fewLeft && (
          <Pill tone="warn">{t('buy.left', { count: state.left })}</Pill>
        )}
        {!isOpen && state.kind !== 'sold out' && (
          <p class="small soft">{stateInWords(offer, words)}</p>
        )}
      </div>
      {isOpen ? (
        <Quantity
          id={fieldId}
          name={`tickets[t${id}]`}
          of={name}
          least={least}
          most={most}
          value={quantity ?? (least > 1 ? 0 : undefined)}
          describedBy={[
            `${fieldId}-about`,
            ...(description === '' ? [] : [`${fieldId}-description`]),
          ].join(' ')}
          price={{ minor: offer.wholeMinor, currency: offer.currency }}
        />
      ) : (
        <Pill tone="plain">{t(pillOf[state.kind] ?? 'buy.notNow')}</Pill>
      )}
      {description !== '' && (
        <p class="about small soft" id={`${fieldId}-description`}>
          {description}
        </p>
      )}
    </li>
  )
}

/** In short why there is no field; other states say it in their line. */
const pillOf: Partial<Record<Offer['state']['kind'], PlainKey>> = {
  soon: 'buy.soon',
  'sold out': 'buy.soldOut',
}

function Price({ offer, id }: { offer: Offer; id: string }) {
  const { words } = useView()
  const { t, money } = words
  const { state, least, currency } = offer
  return (
    <p class="small num" id={id}>
      {offer.regularMinor !== undefined && (
        <>
          <s class="soft">
            <span class="quiet">{t('buy.insteadOf')} </span>
            {money({ minor: offer.regularMinor, currency })}
          </s>{' '}
        </>
      )}
      <strong>{priceOf(offer, words)}</strong>
      {offer.feesMinor > 0 && <span class="soft"> · {t('buy.feesIncluded')}</span>}
      {offer.reducedUntil && (
        <span class="soft"> · {t('buy.until', { day: dayOf(offer.reducedUntil, words) })}</span>
      )}
      {state.kind === 'open' && offer.untilEnd && <span class="soft"> · {t('buy.untilEnd')}</span>}
      {state.kind === 'open' && least > 1 && (
        <span class="soft"> · {t('buy.atLeast', { least })}</span>
      )}
    </p>
  )
}

/** Remaining places are shown only when they are few. */
const fewLeft = 50

/** The price of one ticket to a buyer. */
const priceOf = ({ wholeMinor, currency }: Offer, { t, money }: Words) =>
  wholeMinor === 0 ? t('price.free') : money({ minor: wholeMinor, currency })

const dayOf = (day: string, words: Words) =>
  words.moment(new Date(`${day}T12:00:00Z`), 'UTC', 'shortDay')

/** Why a ticket is not available now, and when it will be. */
function stateInWords({ state, timezone }: Offer, { t, moment }: Words): string {
  switch (state.kind) {
    case 'open':
      return ''
    case 'soon':
      return t('buy.opensAt', { time: moment(state.from, timezone, 'full'), zone: timezone })
    case 'over':
      return t('buy.over')
    case 'sold out':
      return t('buy.soldOut')
    case 'closed':
      return t('buy.closed')
    case 'in carts':
      return state.next
        ? t('buy.inCartsUntil', { time: moment(state.next, timezone, 'time') })
        : t('buy.inCarts')
    default:
      return state satisfies never
  }
}
