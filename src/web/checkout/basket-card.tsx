import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { CartTicket } from '../../shop/cart/read-tickets.ts'
import { Field, fieldId, problemOf } from '../kit/form.tsx'
import { Button, ButtonLink, Lines, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { CheckoutProps } from './checkout-props.ts'
import { Quantity } from './quantity-field.tsx'
import { eventsOf, startOf } from './start-of.ts'

type Row = {
  ticket: CartTicket
  quantity: number
  comes: boolean
  wholeMinor: number
}

function rowsOf({ totals, tickets }: PricedCart): Row[] {
  return totals.lines.flatMap(line => {
    const ticket = tickets.get(line.ticketId)
    if (!ticket) return []
    // Fees are shown with the line of their ticket. Guests who decline cost nothing.
    const fees = totals.fees.filter(fee => fee.ticketId === line.ticketId && line.totalMinor > 0)
    const feesMinor = fees.reduce((sum, fee) => sum + fee.totalMinor, 0)
    const { quantity, going, totalMinor } = line
    return [{ ticket, quantity, comes: going !== false, wholeMinor: totalMinor + feesMinor }]
  })
}

/** The contents of the basket, the coupon, and the total. */
export function Basket(props: CheckoutProps) {
  const { priced, coupon = '' } = props
  const { site, words } = useView()
  const { t } = words
  const events = eventsOf(rowsOf(priced))
  const isOfOne = events.length === 1
  return (
    <section class="card pad stack basket" id="basket" aria-labelledby="basket-title">
      {!isOfOne && <h2 id="basket-title">{t('checkout.stepTickets')}</h2>}
      {events.map(rows => (
        <EventRows key={rows[0]?.ticket.eventId} rows={rows} isOnly={isOfOne} page={props} />
      ))}
      {priced.gone.length > 0 && (
        <Notice tone="warn" title={t('checkout.goneTitle')}>
          <p>
            {words.list(
              [...new Set(priced.gone)].flatMap(id => priced.tickets.get(id)?.name ?? []),
            )}
          </p>
          <p>
            <Button small name="do" value="save">
              {t('checkout.takeOut')}
            </Button>
          </p>
        </Notice>
      )}
      <div class="row wraps">
        <noscript>
          <Button small name="do" value="save">
            {t('checkout.update')}
          </Button>
        </noscript>
        <ButtonLink small href={`${site.base}/events/`}>
          {t('checkout.addMore')}
        </ButtonLink>
      </div>
      <hr />
      <Coupon priced={priced} coupon={coupon} problem={problemOf(props.problems, 'coupon')} />
      <div class="stack" data-live="sums">
        <Sums priced={priced} />
      </div>
    </section>
  )
}

type EventRowsProps = { rows: readonly Row[]; isOnly: boolean; page: CheckoutProps }

/** The tickets of one event. Its time tells it from another performance of the same title. */
function EventRows({ rows, isOnly, page: { priced, problems } }: EventRowsProps) {
  const { site, words } = useView()
  const [first] = rows
  if (!first) return null
  const { eventId, eventTitle } = first.ticket
  // The id leads to the event, whatever it is called.
  const title = <a href={`${site.base}/?p=${eventId}`}>{eventTitle}</a>
  return (
    <>
      <div>
        {isOnly ? <h2 id="basket-title">{title}</h2> : <h3>{title}</h3>}
        <p class="small soft">{startOf(first.ticket, words)}</p>
      </div>
      <ul class="plain stack">
        {rows.map(row => (
          <BasketRow
            key={`${row.ticket.id} ${row.comes}`}
            row={row}
            currency={priced.totals.currency}
            problem={problemOf(problems, `tickets[t${row.ticket.id}]`)}
          />
        ))}
      </ul>
    </>
  )
}

type Priced = { priced: PricedCart }

type CouponProps = Priced & { coupon: string; problem: string | undefined }

function Coupon({ priced, coupon, problem }: CouponProps) {
  const { t } = useView().words
  const own = priced.coupon ?? priced.lostCoupon
  return own === null ? (
    <div class="row coupon">
      <div class="grow">
        <Field
          name="coupon"
          label={t('checkout.coupon')}
          value={coupon}
          maxlength={200}
          problem={problem}
        />
      </div>
      <Button small name="do" value="coupon">
        {t('checkout.apply')}
      </Button>
    </div>
  ) : (
    <div class="row between">
      <p>
        {priced.coupon === null
          ? t('checkout.couponLost', { code: own })
          : t('checkout.couponOn', { code: own })}
      </p>
      <Button small name="do" value="uncoupon">
        {t('checkout.remove')}
      </Button>
    </div>
  )
}

function Sums({ priced: { totals } }: Priced) {
  const { t, money } = useView().words
  const { currency } = totals
  const amount = (minor: number) => money({ minor, currency })
  return (
    <>
      <Lines
        lines={[
          ...(totals.coupon
            ? [
                {
                  name: t('checkout.tickets'),
                  amount: amount(totals.subtotalMinor + totals.feesMinor),
                },
                {
                  name: t('checkout.couponLine', { code: totals.coupon.slug }),
                  amount: amount(-totals.discountMinor),
                  tone: 'good' as const,
                },
              ]
            : []),
          {
            name: t('checkout.total'),
            amount: totals.totalMinor === 0 ? t('price.free') : amount(totals.totalMinor),
            tone: 'total',
          },
        ]}
      />
      {totals.feesMinor > 0 && (
        <p class="hint">{t('checkout.feesIncluded', { amount: amount(totals.feesMinor) })}</p>
      )}
    </>
  )
}

type RowProps = { row: Row; currency: string; problem: string | undefined }

function BasketRow({ row, currency, problem }: RowProps) {
  const { t, money } = useView().words
  const { ticket, quantity, comes, wholeMinor } = row
  const id = fieldId(`tickets[t${ticket.id}]`)
  if (!comes) {
    return (
      <li class="row between">
        <span>{ticket.name}</span>
        <span class="soft">{t('checkout.notComing', { count: quantity })}</span>
      </li>
    )
  }
  return (
    <li class="row between">
      <div class="grow">
        <label for={id}>
          <span class="quiet">{t('checkout.quantityOf')} </span>
          {ticket.name}
        </label>
        {problem && (
          <p class="problem" id={`${id}-problem`}>
            {problem}
          </p>
        )}
        <p class="small soft num" data-live={`price ${ticket.id}`}>
          {wholeMinor === 0 ? t('price.free') : money({ minor: wholeMinor, currency })}
        </p>
        {ticket.description !== '' && <p class="about small soft">{ticket.description}</p>}
      </div>
      <Quantity
        id={id}
        name={`tickets[t${ticket.id}]`}
        of={ticket.name}
        least={ticket.minPerOrder}
        most={ticket.maxPerOrder}
        value={quantity}
        isBad={problem !== undefined}
        describedBy={problem && `${id}-problem`}
      />
    </li>
  )
}
