import type { Gateways } from './gateways.ts'

type Open = Pick<Gateways, 'card' | 'wallet' | 'sandbox'>

/** A sentence for the operator on how buyers pay now. */
export function paymentsInWords({ card, wallet, sandbox }: Open): string {
  if (sandbox) {
    return 'Payments are SIMULATED (sandbox): no money moves. Connect an account or set STRIPE_SECRET_KEY to be paid.'
  }
  const ways = [card, wallet].flatMap(gateway =>
    gateway ? [`${gateway.name} (${gateway.mode})`] : [],
  )
  return ways.length === 0
    ? 'Payments: NONE. No account is configured, so paid orders are refused. Connect one, set STRIPE_SECRET_KEY, or simulate with SANDBOX=on.'
    : `Payments: ${ways.join(', ')}.`
}
