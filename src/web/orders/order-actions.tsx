import { orderPdfUrl, partSize, partsOf } from '../../messaging/tickets/ticket-address.ts'
import { mayEnter } from '../../ticketing/attendees/rules.ts'
import { CalendarWays } from '../catalogue/calendar-menu.tsx'
import { ButtonLink } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import { hasReceipt, receiptAddress } from './receipt-page.tsx'
import type { OrderPageProps } from './order-props.ts'

/** What the buyer can take along: the tickets as PDF, their events in a calendar, the receipt. */
export function OrderActions({ order, key, address, places, admitting }: OrderPageProps) {
  const { site, words } = useView()
  const { t } = words
  const admits = admitting.length > 0
  const printed = places.filter(
    place => place.passed_on_at === null && mayEnter(place.order_status),
  )
  const parts = partsOf(printed.length)
  const calendar = address.replace('/tickets-order/?', '/tickets-order/calendar.ics?')
  if (!admits && !hasReceipt(order)) return null
  return (
    <div class="row wraps noprint">
      {admits &&
        Array.from({ length: parts }, (_, at) => (
          <ButtonLink
            key={at}
            main={at === 0}
            small
            href={orderPdfUrl(address, parts === 1 ? undefined : at + 1)}
          >
            {parts === 1
              ? t('order.pdf')
              : t('order.pdfPart', {
                  from: at * partSize + 1,
                  to: Math.min((at + 1) * partSize, printed.length),
                })}
          </ButtonLink>
        ))}
      {admits && <CalendarWays file={calendar} name={site.name} label={t('order.calendar')} />}
      {hasReceipt(order) && (
        <ButtonLink small href={receiptAddress(site.base, { order, key })}>
          {t('receipt.title')}
        </ButtonLink>
      )}
    </div>
  )
}
