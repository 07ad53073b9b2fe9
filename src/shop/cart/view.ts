import type { Static } from 'typebox'
import { formatDecimal, formatOf, formatWithSymbol, symbolAsEntity } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import type { Totals } from '../pricing/rules.ts'
import type { PricedCart } from './load-cart.ts'
import type { CartView } from './schema.ts'

/** Marks a cart whose payment is simulated: no money moves (contract.md 8.17). */
export const sandboxMark = ({ gateways }: Pick<Deps, 'gateways'>, { totalMinor }: Totals) =>
  totalMinor > 0 && gateways.sandbox ? { sandbox: true as const } : {}

/** Which of a cart's rows the request asks for. */
export type ShownRows = { providers: readonly string[] | undefined; eventId: number | undefined }

type View = Static<typeof CartView>

const providerNames: Record<string, string> = { 'tickets-commerce': 'tc' }

/** A cart with all its totals; `shown` narrows the rows, never the sums. */
export function cartView(
  { publicRoot }: Pick<Deps, 'publicRoot'>,
  { priced, cartSecret }: { priced: PricedCart; cartSecret: string },
  shown?: ShownRows,
): View {
  const { totals, tickets, cart } = priced
  const amount = (minor: number) => formatDecimal({ minor, currency: totals.currency })
  const rows = totals.lines.filter(line => isShown(line, priced, shown))
  const provider = (ticketId: number) => tickets.get(ticketId)?.provider ?? 'tc'
  return {
    tickets: rows.map(line => ({
      ticket_id: line.ticketId,
      quantity: line.quantity,
      post_id: line.eventId,
      optout: line.optedOut ? 1 : 0,
      iac: tickets.get(line.ticketId)?.attendeeNames ?? 'none',
      provider: provider(line.ticketId),
      ...(line.going === null ? {} : { going: line.going }),
      price: amount(line.unitMinor),
      sub_total: amount(line.totalMinor),
    })),
    meta: rows
      .filter(line => line.names.length > 0)
      .map(line => ({
        ticket_id: line.ticketId,
        provider: provider(line.ticketId),
        items: [...line.names],
      })),
    cart_url: checkoutUrl(publicRoot, cartSecret),
    checkout_url: checkoutUrl(publicRoot, cartSecret),
    cart_hash: cartSecret,
    expires_at: cart.expires_at?.toISOString() ?? null,
    subtotal: amount(totals.subtotalMinor),
    fees: amount(totals.feesMinor),
    discount: amount(totals.discountMinor),
    total: amount(totals.totalMinor),
    currency: totals.currency,
    coupon: priced.coupon,
  }
}

/** The page on which a browser continues with this cart; blank while there is none (contract.md 26.1). */
const checkoutUrl = (publicRoot: string, cartSecret: string) =>
  cartSecret === '' ? '' : `${publicRoot}/checkout/?cart=${encodeURIComponent(cartSecret)}`

/** The response when there is no cart. */
export function noCartView(currency: string): View {
  const nothing = formatDecimal({ minor: 0, currency })
  return {
    tickets: [],
    meta: [],
    cart_url: '',
    checkout_url: '',
    cart_hash: '',
    expires_at: null,
    subtotal: nothing,
    fees: nothing,
    discount: nothing,
    total: nothing,
    currency,
    coupon: null,
  }
}

function isShown(
  line: { ticketId: number; eventId: number },
  { tickets }: PricedCart,
  shown: ShownRows | undefined,
): boolean {
  if (shown?.eventId !== undefined && line.eventId !== shown.eventId) return false
  if (!shown?.providers || shown.providers.length === 0) return true
  const wanted = shown.providers.map(name => providerNames[name] ?? name)
  return wanted.includes(tickets.get(line.ticketId)?.provider ?? '')
}

/** An amount as clients of the coupon routes expect it: "&#x24;8.50", "- &#x24;1.50". */
export function moneyHtml(minor: number, currency: string): string {
  const format = formatOf(currency)
  const escaped = { ...format, symbol: symbolAsEntity(format.symbol) }
  return formatWithSymbol({ minor, currency }, escaped)
}
