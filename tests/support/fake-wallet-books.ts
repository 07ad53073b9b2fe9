import { idMaker } from './fake-random.ts'
import {
  check,
  refuse,
  smallest,
  type WireMoney,
  type WalletUnit,
  type WalletOrder,
  type WalletCapture,
  type WalletRefund,
} from './fake-wallet-shapes.ts'

/** The address to which the wallet's page sends a buyer back. */
export type WaysBack = { return_url?: string; cancel_url?: string }

export type WalletBooks = ReturnType<typeof walletBooks>

/** The wallet's memory. Every change creates its event messages. */
export function walletBooks(given: {
  url: () => string
  now: () => string
  merchantId: string
  tell: (type: string, kind: string, resource: object) => void
}) {
  const orders = new Map<string, WalletOrder>()
  const orderOfCapture = new Map<string, WalletOrder>()
  const captureMeets = new Map<string, 'decline' | 'pending'>()
  const expired = new Set<string>()
  const chargedBack = new Set<string>()
  const ways = new Map<string, WaysBack>()
  const { now, tell } = given
  const id = idMaker('wallet')
  const newId = () => id('', 17).toUpperCase()
  let refundsArrive: 'now' | 'later' = 'now'

  const link = (path: string, rel: string, method = 'GET') => ({
    href: given.url() + path,
    rel,
    method,
  })

  function order(key: string): WalletOrder {
    const found = expired.has(key) ? undefined : orders.get(key)
    return found ?? refuse(404, 'INVALID_RESOURCE_ID')
  }

  function captured(key: string) {
    const one = orderOfCapture.get(key)
    const unit = one?.purchase_units[0]
    const found = unit?.payments?.captures.find(capture => capture.id === key)
    return one && unit && found
      ? { order: one, unit, capture: found }
      : refuse(404, 'INVALID_RESOURCE_ID')
  }

  function create(unit: Omit<WalletUnit, 'payee' | 'payments'>, back: WaysBack = {}): WalletOrder {
    check(unit)
    const key = newId()
    ways.set(key, back)
    const payee = { email_address: 'seller@example.com', merchant_id: given.merchantId }
    const made: WalletOrder = {
      id: key,
      intent: 'CAPTURE',
      status: 'CREATED',
      purchase_units: [{ ...unit, reference_id: unit.reference_id ?? 'default', payee }],
      create_time: now(),
      update_time: now(),
      links: [
        link(`/v2/checkout/orders/${key}`, 'self'),
        link(`/checkoutnow?token=${key}`, 'approve'),
        link(`/v2/checkout/orders/${key}`, 'update', 'PATCH'),
        link(`/v2/checkout/orders/${key}/capture`, 'capture', 'POST'),
      ],
    }
    orders.set(key, made)
    return made
  }

  function patch(key: string, changes: readonly { op: string; path: string; value: unknown }[]) {
    const one = order(key)
    if (one.status === 'COMPLETED') refuse(422, 'ORDER_ALREADY_COMPLETED')
    const unit = structuredClone(one.purchase_units[0])
    for (const { op, path, value } of changes) {
      const parts = /^\/purchase_units\/@reference_id=='([^']*)'\/(amount|items)$/.exec(path)
      if (op !== 'replace' || parts?.[1] !== unit.reference_id)
        refuse(422, 'REFERENCE_ID_NOT_FOUND')
      Object.assign(unit, { [parts?.[2] ?? '']: value })
    }
    check(unit)
    one.purchase_units = [unit]
    one.update_time = now()
    return one
  }

  /** The buyer approves on the wallet's page. */
  function approve(key: string): WalletOrder {
    const one = order(key)
    if (one.status !== 'CREATED' && one.status !== 'PAYER_ACTION_REQUIRED') return one
    one.status = 'APPROVED'
    one.update_time = now()
    one.payment_source = {
      paypal: { email_address: 'buyer@example.com', account_id: 'BUYERACCQUNTX' },
    }
    tell('CHECKOUT.ORDER.APPROVED', 'checkout-order', one)
    return one
  }

  function capture(key: string): WalletOrder {
    const one = order(key)
    const [unit] = one.purchase_units
    if (unit.payments?.captures.some(({ status }) => status !== 'DECLINED')) {
      refuse(422, 'ORDER_ALREADY_CAPTURED')
    }
    if (one.status !== 'APPROVED') refuse(422, 'ORDER_NOT_APPROVED')
    const meets = captureMeets.get(key)
    captureMeets.delete(key)
    if (meets === 'decline') refuse(422, 'INSTRUMENT_DECLINED')
    const captureId = newId()
    const made: WalletCapture = {
      id: captureId,
      status: meets === 'pending' ? 'PENDING' : 'COMPLETED',
      ...(meets === 'pending' && { status_details: { reason: 'PENDING_REVIEW' } }),
      amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
      ...(unit.custom_id && { custom_id: unit.custom_id }),
      final_capture: true,
      seller_protection: { status: 'NOT_ELIGIBLE', dispute_categories: [] },
      create_time: now(),
      update_time: now(),
      links: [
        link(`/v2/payments/captures/${captureId}`, 'self'),
        link(`/v2/payments/captures/${captureId}/refund`, 'refund', 'POST'),
        link(`/v2/checkout/orders/${key}`, 'up'),
      ],
    }
    unit.payments = { captures: [...(unit.payments?.captures ?? []), made] }
    orderOfCapture.set(captureId, one)
    one.status = 'COMPLETED'
    one.update_time = now()
    tellCapture(made.status === 'PENDING' ? 'PENDING' : 'COMPLETED', captureId)
    return one
  }

  function tellCapture(word: string, captureId: string) {
    tell(`PAYMENT.CAPTURE.${word}`, 'capture', captureView(captureId))
  }

  /** A capture as a resource of its own, which names its order. */
  function captureView(captureId: string): WalletCapture {
    const { order: one, capture: found } = captured(captureId)
    return { ...found, supplementary_data: { related_ids: { order_id: one.id } } }
  }

  function finishCapture(captureId: string, arrives: boolean) {
    const { capture: found } = captured(captureId)
    found.status = arrives ? 'COMPLETED' : 'DECLINED'
    delete found.status_details
    tellCapture(arrives ? 'COMPLETED' : 'DENIED', captureId)
  }

  function refundsOf(unit: WalletUnit, captureId: string) {
    const all = unit.payments?.refunds ?? []
    return all.filter(one => one.links.some(({ href }) => href.endsWith(`/captures/${captureId}`)))
  }

  function leftOf(unit: WalletUnit, from: WalletCapture): number {
    if (chargedBack.has(from.id)) refuse(422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
    if (from.status === 'PENDING') refuse(422, 'PENDING_CAPTURE')
    if (from.status === 'DECLINED') refuse(422, 'INVALID_RESOURCE_ID')
    const before = refundsOf(unit, from.id).filter(({ status }) => status !== 'FAILED')
    const left = smallest(from.amount) - before.reduce((sum, one) => sum + smallest(one.amount), 0)
    return left === 0 ? refuse(422, 'CAPTURE_FULLY_REFUNDED') : left
  }

  function refund(
    captureId: string,
    request: { amount?: WireMoney; custom_id?: string; note_to_payer?: string },
  ) {
    const { unit, capture: from } = captured(captureId)
    const left = leftOf(unit, from)
    const { amount = from.amount, ...ours } = request
    if (smallest(amount) <= 0) refuse(422, 'CANNOT_BE_ZERO_OR_NEGATIVE')
    if (smallest(amount) > left) refuse(422, 'REFUND_AMOUNT_EXCEEDED')
    const refundId = newId()
    const made: WalletRefund = {
      id: refundId,
      status: refundsArrive === 'now' ? 'COMPLETED' : 'PENDING',
      ...(refundsArrive === 'later' && { status_details: { reason: 'ECHECK' } }),
      amount,
      ...ours,
      create_time: now(),
      update_time: now(),
      links: [
        link(`/v2/payments/refunds/${refundId}`, 'self'),
        link(`/v2/payments/captures/${captureId}`, 'up'),
      ],
    }
    unit.payments = {
      captures: unit.payments?.captures ?? [],
      refunds: [...(unit.payments?.refunds ?? []), made],
    }
    from.status = smallest(amount) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    tell(
      made.status === 'PENDING' ? 'PAYMENT.REFUND.PENDING' : 'PAYMENT.CAPTURE.REFUNDED',
      'refund',
      made,
    )
    return made
  }

  function finishRefund(refundId: string, arrives: boolean) {
    for (const one of orders.values()) {
      const { payments } = one.purchase_units[0]
      const found = payments?.refunds?.find(each => each.id === refundId)
      if (!found) continue
      found.status = arrives ? 'COMPLETED' : 'FAILED'
      delete found.status_details
      if (!arrives && payments?.captures[0]) payments.captures[0].status = 'COMPLETED'
      tell(arrives ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED', 'refund', found)
    }
  }

  /** The buyer's bank takes the money back. The order resource does not show it. */
  function reverse(captureId: string) {
    captured(captureId)
    chargedBack.add(captureId)
    tellCapture('REVERSED', captureId)
  }

  return {
    order,
    create,
    patch,
    approve,
    waysBack: (key: string) => ways.get(key) ?? {},
    capture,
    captureView,
    finishCapture,
    refund,
    finishRefund,
    reverse,
    setCapture: (key: string, meets: 'decline' | 'pending') => void captureMeets.set(key, meets),
    setRefunds: (arrive: 'now' | 'later') => {
      refundsArrive = arrive
    },
    needAction: (key: string) => {
      order(key).status = 'PAYER_ACTION_REQUIRED'
    },
    expire: (key: string) => void expired.add(key),
    orders: () => [...orders.values()],
    refundsOf,
  }
}
