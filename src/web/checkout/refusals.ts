import { AppError, type ErrorCode } from '../../core/errors.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'
import type { Words } from '../../core/words/speak.ts'

/** Why something is not available, in words for the buyer. */
export type Refusal = { readonly text: string; readonly status: number }

type Short = { ticket_name?: unknown; available?: unknown }

/** Turns a refusal of the shop into words and advice for the buyer. Other errors are thrown again. */
export function refusalOf(error: unknown, words: Words): Refusal {
  if (!(error instanceof AppError)) throw error
  const text = sentence(error, words)
  if (text === undefined) throw error
  return { text, status: error.status }
}

const keys: Readonly<Partial<Record<ErrorCode, PlainKey>>> = {
  'ticket-does-not-exist': 'refusal.gone',
  'post-has-no-tickets': 'refusal.gone',
  'event-password-protected': 'refusal.password',
  'too-many-holds': 'refusal.tooManyHolds',
  rest_too_many_requests: 'refusal.tooOften',
  'sale-is-busy': 'refusal.busy',
  idempotency_key_in_use: 'refusal.busy',
  tickets_apply_coupon_error: 'refusal.coupon',
  'cart-total-changed': 'refusal.totalChanged',
  'cart-tickets-changed': 'refusal.ticketsChanged',
  'attendee-names-missing': 'refusal.names',
  'cart-too-large': 'refusal.tooLarge',
  'order-move-not-allowed': 'refusal.underWay',
  'payment-provider-unavailable': 'refusal.providerAway',
  'payment-provider-not-configured': 'refusal.noPayments',
  'tec-tc-gateway-stripe-failed-creating-payment-intent': 'refusal.notTaken',
  'tec-tc-gateway-paypal-failed-creating-order': 'refusal.notTaken',
}

function sentence({ code, data }: AppError, words: Words): string | undefined {
  const limited = limitInWords(data['limit'], words)
  if (limited !== undefined) return limited
  if (code === 'ticket-capacity-not-available' || code === 'tec-tc-insufficient-stock') {
    return shortInWords(data['validation_errors'], words)
  }
  const { coupon } = data
  if (code === 'too-many-holds' && typeof coupon === 'string') {
    return words.t('refusal.couponHeld', { code: coupon })
  }
  const key = keys[code]
  return key && words.t(key)
}

type Limit = { kind?: unknown; most?: unknown; minor?: unknown; currency?: unknown }

/** Why a limited coupon does not count, or counts for no more; undefined for other refusals. */
function limitInWords(limit: unknown, { t, money }: Words): string | undefined {
  if (typeof limit !== 'object' || limit === null) return undefined
  const { kind, most, minor, currency } = limit as Limit
  if (kind === 'other_tickets') return t('refusal.couponOther')
  if (kind === 'per_order') return t('refusal.couponPerOrder', { most: Number(most) })
  if (kind === 'places') return t('refusal.couponPlaces')
  if (kind !== 'minimum') return undefined
  const amount = money({ minor: Number(minor), currency: String(currency) })
  return t('refusal.couponMinimum', { amount })
}

function shortInWords(list: unknown, { t }: Words): string {
  const short = (Array.isArray(list) ? list : []) as Short[]
  if (short.length === 0) return t('refusal.quantity')
  return short
    .map(({ ticket_name, available }) => {
      const name = String(ticket_name)
      const count = Number(available)
      return count > 0 ? t('refusal.onlyLeft', { name, count }) : t('refusal.soldOut', { name })
    })
    .join(' ')
}
