import { formatDecimal } from '../../core/money.ts'
import type { Deps } from '../deps.ts'
import { GatewayRefused } from '../payments/gateway-errors.ts'
import type { PaymentState } from '../payments/gateway.ts'
import { type ListDeps, type ListedProvider, unknownPayments } from './unknown-payments.ts'
import { type AskedPayment, paymentsToAsk } from './lookup.asked.ts'

/** Requests to a provider at the same time. */
const askedAtOnce = 4
const pageSize = 200
/** Pages of a provider's list; there is no end to what an account may have taken. */
const listMost = 1000

export type ProviderAudit = { payments: number; listed: ListedProvider[]; differences: string[] }

/**
 * Asks the providers for every payment of the last days, and compares what they took, gave back and lost to banks with the
 * orders and the books, and looks through their lists for money that no order has: one sentence for each difference, and for
 * each payment that could not be asked for. Changes nothing.
 */
export async function auditProviders(
  deps: Pick<Deps, 'clock'> & ListDeps,
  { days }: { days: number },
): Promise<ProviderAudit> {
  const { db, gateways, clock } = deps
  await gateways.refresh()
  const since = new Date(clock.now().getTime() - days * 86_400_000)
  const result: ProviderAudit = { payments: 0, listed: [], differences: [] }
  for (let after = 0; ; ) {
    const page = await paymentsToAsk(db, { since, after, limit: pageSize })
    const last = page.at(-1)
    if (last === undefined) break
    result.payments += page.length
    result.differences.push(...(await askAll(gateways, page)))
    after = last.order_id
  }
  const { listed, differences } = await unknownPayments(deps, { since, mostPages: listMost })
  return { ...result, listed, differences: [...result.differences, ...differences] }
}

/** What the providers say otherwise of these payments, some asked at once. */
export async function askAll(
  gateways: Deps['gateways'],
  payments: readonly AskedPayment[],
): Promise<string[]> {
  const differences: string[] = []
  for (let at = 0; at < payments.length; at += askedAtOnce) {
    const some = payments.slice(at, at + askedAtOnce)
    const answers = await Promise.all(some.map(payment => askOne(gateways, payment)))
    differences.push(...answers.flat())
  }
  return differences
}

async function askOne(gateways: Deps['gateways'], payment: AskedPayment): Promise<string[]> {
  const { order_id: order, gateway: name, reference } = payment
  const told = (sentence: string) => [`Order ${order}: ${sentence}`]
  const gateway = gateways.find(name, reference)
  if (!gateway)
    return told(`the account that took ${reference} is not connected, so that it cannot be asked.`)
  try {
    const differences = differencesFrom(payment, await gateway.lookUp(reference))
    return differences.flatMap(told)
  } catch (error) {
    if (error instanceof GatewayRefused)
      return told(`the provider does not know the payment ${reference}.`)
    return told(`the provider did not answer about ${reference}; try again later.`)
  }
}

/** What the provider says otherwise than the order and the books; amounts are minor units of the order's currency. */
export function differencesFrom(
  payment: AskedPayment,
  {
    received,
    refunds,
    disputes,
    kind,
  }: Pick<PaymentState, 'received' | 'refunds' | 'disputes' | 'kind'>,
): string[] {
  const { currency } = payment
  const shown = (minor: number) => `${formatDecimal({ minor, currency })} ${currency}`
  const sum = (amounts: readonly { amount: { minor: number } }[]) =>
    amounts.reduce((total, { amount }) => total + amount.minor, 0)
  const taken = kind === 'paid' ? received.minor : 0
  const back = sum(refunds.filter(({ state }) => state === 'done'))
  const lost = sum(disputes.filter(({ state }) => state === 'open' || state === 'lost'))
  const compare = (what: string, provider: number, ours: readonly [string, number][]) =>
    ours.flatMap(([where, minor]) =>
      minor === provider
        ? []
        : [`the provider ${what} ${shown(provider)}, and ${where} ${shown(minor)}.`],
    )
  return [
    ...compare('took', taken, [
      ['the order says', payment.paid_minor],
      ['the books have', payment.booked_paid],
    ]),
    ...compare('gave back', back, [
      ['the order has refunds of', payment.refunds_minor],
      ['the books have', -payment.booked_back],
    ]),
    // What a bank takes of a payment that was given back before is not in the books (contract.md 32.2).
    ...compare('has lost to the bank', Math.min(lost, Math.max(0, taken - back)), [
      ['the books have', -payment.booked_lost],
    ]),
  ]
}
