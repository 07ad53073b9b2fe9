import { singleBlanks } from '../../../core/blanks.ts'
import type { Money } from '../../../core/money.ts'
import { nothing, payableByWallet, sum, walletDecimal } from '../amounts.ts'
import type { Charge, ChargeLine } from '../gateway.ts'
import { walletMark, type WireMoney } from './state.ts'

const nameMost = 127
const ellipsis = '...'

/** A name as the wallet accepts it: at most 127 characters, cut between words and ended with three dots. */
export function walletName(name: string): string {
  const text = singleBlanks(name) || 'Ticket'
  if (text.length <= nameMost) return text
  const room = text.slice(0, nameMost - ellipsis.length + 1)
  const space = room.lastIndexOf(' ')
  const cut = space > 0 ? room.slice(0, space) : wholeCharacters(room.slice(0, -1))
  return `${cut.replace(/(?<![\s.,;:–-])[\s.,;:–-]+$/u, '')}${ellipsis}`
}

// Cuts no character that takes two code units in half.
const wholeCharacters = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '')

// The wallet's order format (https://developer.paypal.com/docs/api/orders/v2/), as far as we use it.
type WireItem = { name: string; quantity: string; unit_amount: WireMoney; sku?: string }
type WireUnit = {
  reference_id: string
  custom_id: string
  description: string
  amount: WireMoney & { breakdown: { item_total: WireMoney; discount?: WireMoney } }
  items: WireItem[]
  payee?: { merchant_id: string }
}
type WireOrderRequest = {
  intent: 'CAPTURE'
  purchase_units: [WireUnit]
  application_context: {
    shipping_preference: 'NO_SHIPPING'
    user_action: 'PAY_NOW'
    return_url?: string
    cancel_url?: string
  }
}

const decimal = (money: Money): WireMoney => ({
  currency_code: money.currency,
  value: walletDecimal(money),
})

/** The items, with amounts that sum exactly in the wallet's decimals. */
export function purchaseUnit(charge: Charge, merchantId: string | undefined): WireUnit {
  const { currency } = charge.amount
  const { lines, discount } = addsUpAtWallet(charge)
  const itemTotal = sum(
    lines.map(({ unit, quantity }) => ({ minor: unit.minor * quantity, currency })),
    currency,
  )
  return {
    reference_id: String(charge.orderId),
    custom_id: walletMark(charge),
    description: walletName(charge.description),
    amount: {
      ...decimal(charge.amount),
      breakdown: {
        item_total: decimal(itemTotal),
        ...(discount.minor > 0 && { discount: decimal(discount) }),
      },
    },
    items: lines.map(item),
    ...(merchantId && { payee: { merchant_id: merchantId } }),
  }
}

/**
 * In currencies without decimals at the wallet, the rounded lines may not sum to the rounded total; then one line
 * replaces them.
 */
function addsUpAtWallet(charge: Charge): { lines: readonly ChargeLine[]; discount: Money } {
  const total = payableByWallet(charge.amount)
  const units = [...charge.lines.map(({ unit }) => unit), charge.discount]
  const isExact = units.every(unit => payableByWallet(unit).minor === unit.minor)
  if (isExact && total.minor === charge.amount.minor) return charge
  const one = { name: charge.description, sku: `order-${charge.orderId}`, quantity: 1, unit: total }
  return { lines: [one], discount: nothing(total.currency) }
}

function item(line: ChargeLine): WireItem {
  return {
    name: walletName(line.name),
    quantity: String(line.quantity),
    unit_amount: decimal(line.unit),
    ...(line.sku && { sku: line.sku.slice(0, nameMost) }),
  }
}

/** The order to create: captured at once, nothing to ship, one button to pay. */
export function orderRequest(charge: Charge, merchantId: string | undefined): WireOrderRequest {
  return {
    intent: 'CAPTURE',
    purchase_units: [purchaseUnit(charge, merchantId)],
    application_context: {
      shipping_preference: 'NO_SHIPPING',
      user_action: 'PAY_NOW',
      ...(charge.returnUrl && { return_url: charge.returnUrl }),
      ...(charge.cancelUrl && { cancel_url: charge.cancelUrl }),
    },
  }
}
