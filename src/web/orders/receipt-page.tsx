import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { TaxSum } from '../../shop/taxes/tax-sums.ts'
import type { Page } from '../kit/page.ts'
import { Facts } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { MessageKey } from '../../core/words/catalogue.ts'
import type { Words } from '../../core/words/speak.ts'
import { OrderSums } from '../checkout/order-sums.tsx'
import type { OwnOrder } from './own-order.ts'
import { whenOf } from '../kit/when-at-event.ts'

/** The path of the receipt of an order; the order's number and its key follow. */
export const receiptPath = '/tickets-order/receipt'

/** Whether something was paid, of which a receipt tells. */
export const hasReceipt = ({ paid_minor, completed_at }: OrderRow) =>
  paid_minor > 0 && completed_at !== null

export const receiptAddress = (base: string, { order, key }: Pick<OwnOrder, 'order' | 'key'>) =>
  `${base}${receiptPath}?tc-order-id=${order.id}&key=${encodeURIComponent(key)}`

type ReceiptOf = OwnOrder & { readonly taxes: readonly TaxSum[] }

/** The receipt of a paid order, for printing: what was paid, when, how, by whom and to whom. */
export function receiptPage(own: ReceiptOf, { t }: Words): Page {
  return {
    title: `${t('receipt.title')} · ${t('order.title', { id: own.order.id })}`,
    isCompressed: true,
    islands: ['print'],
    headers: { 'referrer-policy': 'no-referrer' },
    body: <Receipt {...own} />,
  }
}

const ways = {
  card: 'checkout.byCard',
  wallet: 'checkout.byWallet',
  sandbox: 'receipt.sandbox',
  staff: 'receipt.desk',
} as const satisfies Record<string, MessageKey>

const wayOf = (gateway: string) =>
  gateway in ways ? ways[gateway as keyof typeof ways] : undefined

function Receipt({ order, lines, events, hosts, address, taxes }: ReceiptOf) {
  const { site, words } = useView()
  const { t, moment } = words
  const way = wayOf(order.gateway)
  const { completed_at: at } = order
  return (
    <article class="card pad stack narrow middle">
      <p class="row between wraps">
        <strong>{site.name}</strong>
        <span class="soft num">{t('order.title', { id: order.id })}</span>
      </p>
      {site.seller !== '' && (
        <address class="small soft">
          {site.seller.split('\n').map(line => (
            <div key={line}>{line}</div>
          ))}
        </address>
      )}
      <h1>{t('receipt.title')}</h1>
      <Facts
        facts={[
          ...(at ? [{ name: t('receipt.paid'), value: moment(at, site.zone, 'day') }] : []),
          ...(way ? [{ name: t('receipt.way'), value: t(way) }] : []),
          { name: t('receipt.to'), value: hosts.length > 0 ? words.list(hosts) : site.name },
          {
            name: t('receipt.by'),
            value: [order.purchaser_name, order.purchaser_email].join(', '),
          },
        ]}
      />
      <ul class="plain">
        {events.map(({ event, place }) => (
          <li key={event.id}>
            <strong>{event.title}</strong>
            <p class="small soft">{[whenOf(event, words), place].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
      <OrderSums order={order} lines={lines} events={events} />
      <Taxes taxes={taxes} currency={order.currency} />
      <p class="row wraps noprint">
        <button class="btn go s" type="button" data-print hidden>
          {t('receipt.print')}
        </button>
        <a href={address}>{t('receipt.back')}</a>
      </p>
    </article>
  )
}

/** What the charge contains of each tax; nothing of a site without rates. */
function Taxes({ taxes, currency }: { taxes: readonly TaxSum[]; currency: string }) {
  const { words } = useView()
  const { t, money, number } = words
  const shown = taxes.filter(({ grossMinor }) => grossMinor !== 0)
  if (shown.length === 0) return null
  return (
    <ul class="plain small soft">
      {shown.map(({ name, code, bp, netMinor, taxMinor }) => (
        <li key={`${code} ${bp}`}>
          {t('receipt.tax', {
            name,
            percent: number(bp / 100),
            tax: money({ minor: taxMinor, currency }),
            net: money({ minor: netMinor, currency }),
          })}
        </li>
      ))}
    </ul>
  )
}
