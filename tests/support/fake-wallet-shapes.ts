export type WireMoney = { currency_code: string; value: string }
type Link = { href: string; rel: string; method: string }

type WalletItem = { name: string; quantity: string; unit_amount: WireMoney; sku?: string }

export type WalletUnit = {
  reference_id: string
  custom_id?: string
  description?: string
  amount: WireMoney & { breakdown?: { item_total?: WireMoney; discount?: WireMoney } }
  items?: WalletItem[]
  payee: { email_address: string; merchant_id: string }
  payments?: { captures: WalletCapture[]; refunds?: WalletRefund[] }
}

export type WalletOrder = {
  id: string
  intent: 'CAPTURE'
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'SAVED' | 'PAYER_ACTION_REQUIRED'
  purchase_units: [WalletUnit]
  payment_source?: { paypal: { email_address: string; account_id: string } }
  create_time: string
  update_time: string
  links: Link[]
}

export type WalletCapture = {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  status_details?: { reason: string }
  amount: WireMoney
  custom_id?: string
  final_capture: boolean
  seller_protection: { status: string; dispute_categories: string[] }
  create_time: string
  update_time: string
  supplementary_data?: { related_ids: { order_id: string } }
  links: Link[]
}

export type WalletRefund = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  status_details?: { reason: string }
  amount: WireMoney
  custom_id?: string
  note_to_payer?: string
  create_time: string
  update_time: string
  links: Link[]
}

type Detail = { issue: string; description: string; field?: string; location?: string }

/** Thrown by the fake's books; its HTTP side turns it into a response. */
export class WalletRefusal extends Error {
  readonly status: number
  readonly details: Detail[]
  constructor(status: number, details: Detail[]) {
    super(details[0]?.issue ?? String(status))
    this.status = status
    this.details = details
  }
}

// The provider's own words for each error, as in its published description.
const words: Readonly<Record<string, string>> = {
  AMOUNT_MISMATCH:
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  ITEM_TOTAL_MISMATCH:
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  CANNOT_BE_ZERO_OR_NEGATIVE: 'Must be greater than zero.',
  DECIMALS_NOT_SUPPORTED: 'Currency does not support decimals.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  ORDER_NOT_APPROVED: 'Payer has not yet approved the Order for payment.',
  ORDER_ALREADY_CAPTURED:
    "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_COMPLETED: 'The order cannot be patched after it is completed.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  PENDING_CAPTURE: 'Cannot initiate a refund as the capture is pending.',
  INVALID_RESOURCE_ID:
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  REFERENCE_ID_NOT_FOUND: 'Filter expression value is incorrect.',
}

export function refuse(status: number, issue: string): never {
  throw new WalletRefusal(status, [{ issue, description: words[issue] ?? issue }])
}

/** An amount as a whole number of its smallest unit. */
export const smallest = ({ value }: WireMoney) => Number(value.replace('.', ''))

const whole = new Set(['HUF', 'JPY', 'TWD'])

/** Refuses a purchase as the wallet does: names too long, sums that do not add up. */
export function check(unit: Pick<WalletUnit, 'amount' | 'items' | 'description'>) {
  const { amount, items = [] } = unit
  const monies = [amount, ...items.map(item => item.unit_amount)]
  const withDecimals = monies.some(
    ({ currency_code: code, value }) => whole.has(code) && value.includes('.'),
  )
  if (withDecimals) refuse(422, 'DECIMALS_NOT_SUPPORTED')
  if (smallest(amount) <= 0) refuse(422, 'CANNOT_BE_ZERO_OR_NEGATIVE')
  const names = [...items.map(({ name }) => name), unit.description ?? '-']
  if (names.some(name => name.length < 1 || name.length > 127)) refuse(400, 'INVALID_STRING_LENGTH')
  checkSums(unit)
}

function checkSums({ amount, items = [] }: Pick<WalletUnit, 'amount' | 'items'>) {
  const total = items.reduce(
    (sum, item) => sum + smallest(item.unit_amount) * Number(item.quantity),
    0,
  )
  const { item_total: itemTotal = amount, discount } = amount.breakdown ?? {}
  if (items.length > 0 && smallest(itemTotal) !== total) refuse(422, 'ITEM_TOTAL_MISMATCH')
  const off = discount ? smallest(discount) : 0
  if (smallest(itemTotal) - off !== smallest(amount)) refuse(422, 'AMOUNT_MISMATCH')
}
