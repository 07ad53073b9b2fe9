import { eventUrl } from '../../catalogue/events/rules.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import { lateReasons } from '../../shop/orders/record/rules.ts'
import type { Page } from '../kit/page.ts'
import { Button, ButtonLink, Facts, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { CalledOff } from './called-off.tsx'
import { ChooseRefund } from './choose-refund.tsx'
import { formAddress, Proof } from './order-form.tsx'
import { OrderQuestions } from './order-questions.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderSums } from '../checkout/order-sums.tsx'
import { SentTo } from './sent-to.tsx'
import { MailNotices } from './mail-notices.tsx'
import type { OrderPageProps } from './order-props.ts'
import { mayOrderAgain, orderState, refundKey } from './order-state.ts'
import type { EventOfOrder, OwnOrder } from './own-order.ts'
import { PlaceCard } from './place-card.tsx'
import { JoinLink, visitorFacts } from './visitor-facts.tsx'
import { inZone, whenOf } from '../kit/when-at-event.ts'

/** A buyer's own order: its status, tickets and payment, and what the buyer can do next. */
export function orderPage(props: OrderPageProps, { t }: Words, status = 200): Page {
  const { order } = props
  const isUnderWay = order.status === 'pending' || order.status === 'approved'
  return {
    title: t('order.title', { id: order.id }),
    status,
    isCompressed: true,
    islands: props.may.answer ? ['basket', 'questions'] : ['basket'],
    headers: {
      'referrer-policy': 'no-referrer',
      // The page reloads itself until the payment arrives.
      ...(isUnderWay ? { refresh: '15' } : {}),
    },
    body: <Order {...props} />,
  }
}

function Order(props: OrderPageProps) {
  const { order, places, admitting, events, may, done, refusal } = props
  const { site, words } = useView()
  const { t } = words
  const state = orderState(factsOf(props))
  const admits = admitting.length > 0
  const titles = words.list(events.map(({ event }) => event.title))
  return (
    <div class="order stack">
      <p class="soft small num" data-no-basket={may.pay ? undefined : true}>
        {t('order.title', { id: order.id })}
      </p>
      <h1>{admits ? t('order.going', { event: titles }) : titles || t('order.heading')}</h1>
      {order.gateway === 'sandbox' && <Notice tone="warn" title={t('order.sandbox')} />}
      {done && <Notice tone="good" title={done} isNew />}
      {refusal && <Notice tone="bad" title={refusal} isNew />}
      <Notice {...(state.tone ? { tone: state.tone } : {})} title={t(state.title)}>
        <p>{t(state.text)}</p>
      </Notice>
      {may.pay && (
        <p>
          <ButtonLink main href={`${site.base}/checkout/pay`}>
            {t('order.payNow')}
          </ButtonLink>
        </p>
      )}
      <ChooseRefund {...props} />
      <OrderActions {...props} />
      <OrderQuestions {...props} />
      <SentTo {...props} />
      <MailNotices {...props} />
      {events.map(about => (
        <About
          key={about.event.id}
          about={about}
          order={order}
          admits={admitting.some(({ event_id: id }) => id === about.event.id)}
        />
      ))}
      {places.length > 0 && (
        <section aria-labelledby="tickets-title" class="stack">
          <h2 id="tickets-title">{t('order.tickets')}</h2>
          <div class="ticket-list">
            {places.map(place => (
              <PlaceCard key={place.id} place={place} page={props} />
            ))}
          </div>
          {admits && <p class="soft small noprint">{t('order.keep')}</p>}
        </section>
      )}
      <Sums {...props} />
      <Refunds {...props} />
      {may.giveBack && <GiveBack {...props} />}
    </div>
  )
}

function factsOf({ order, lines, places, admitting, events }: OwnOrder) {
  const back = lines.some(({ refunded_quantity: quantity }) => quantity > 0)
  return {
    status: order.status,
    costs: order.total_minor > 0,
    paid: order.paid_minor > 0,
    isPaidTooLate: order.completed_at === null,
    placesWereGone: order.failed_reason === lateReasons.sold,
    isPartlyBack: order.refunded_minor > 0 || back,
    isDisputed: places.some(place => place.order_status === 'reversed'),
    isPassedOn: places.length > 0 && places.every(place => place.passed_on_at !== null),
    isCalledOff:
      admitting.length === 0 && events.some(({ event }) => event.happening === 'cancelled'),
  }
}

type AboutProps = {
  about: EventOfOrder
  order: OrderRow
  /** Whether a ticket of the order admits to the event. */
  admits: boolean
}

function About({ about, order, admits }: AboutProps) {
  const { event, isShown, place, onlineLink } = about
  const { site, words } = useView()
  const { t } = words
  const href = eventUrl(event, site.root)
  return (
    <section class="card pad stack" aria-label={event.title}>
      <CalledOff event={event} />
      <Facts
        facts={[
          { name: t('order.event'), value: event.title },
          { name: t('order.when'), value: whenOf(event, words) },
          ...(place === undefined ? [] : [{ name: t('order.place'), value: place }]),
          ...visitorFacts(event, words),
        ]}
      />
      {admits && <JoinLink url={onlineLink} />}
      {isShown && (
        <p>
          <a href={href}>
            {mayOrderAgain(order.status)
              ? t('order.chooseAgain', { event: event.title })
              : t('order.toEvent', { event: event.title })}
          </a>
        </p>
      )}
    </section>
  )
}

function Sums(page: OrderPageProps) {
  const { order } = page
  const { t } = useView().words
  return (
    <section class="card pad stack" aria-labelledby="sums-title">
      <h2 id="sums-title">{t('order.sums')}</h2>
      <OrderSums {...page} />
      <p class="soft small">
        {t('order.boughtBy', { name: order.purchaser_name, email: order.purchaser_email })}
        {order.terms_accepted !== null && (
          <> {t('order.termsAccepted', { version: order.terms_accepted })}</>
        )}
      </p>
    </section>
  )
}

function Refunds({ order, refunds }: OrderPageProps) {
  const { site, words } = useView()
  const { t, money, moment } = words
  if (refunds.length === 0) return null
  return (
    <section class="card pad stack" aria-labelledby="refunds-title">
      <h2 id="refunds-title">{t('order.refunds')}</h2>
      <ul class="plain stack">
        {refunds.map(refund => (
          <li key={refund.id}>
            <strong class="num">
              {money({ minor: refund.amount_minor, currency: order.currency })}
            </strong>{' '}
            {t(refundKey(refund.state))}
            <br />
            <time class="soft small" datetime={refund.created_at.toISOString()}>
              {inZone(moment(refund.created_at, site.zone, 'full'), site.zone, words)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The form that gives free places back. */
function GiveBack(props: OrderPageProps) {
  const { site, words } = useView()
  const { t } = words
  const own = props.places.filter(place => place.passed_on_at === null)
  const unused = own.filter(place => place.checked_in_at === null)
  if (unused.length === 0) return null
  const text = unused.length < props.places.length ? 'giveBack.unusedText' : 'giveBack.text'
  return (
    <details class="card pad noprint">
      <summary>{t('giveBack.title')}</summary>
      <form method="post" action={formAddress(site.base, 'give-back', props)} class="stack">
        <Proof page={props} />
        <p>{t(text, { count: unused.length })}</p>
        <Button danger>{t('giveBack.button')}</Button>
      </form>
    </details>
  )
}
