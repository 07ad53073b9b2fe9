import type { Charge } from '../pricing/rules.ts'

/** What a fee charges: a percentage of the price, or an amount. */
export function chargeOf({ kind, ...charge }: Omit<Charge, 'kind'> & { kind: string }): Charge {
  const { amount, currency = null } = charge
  return { kind: kind === 'percent' ? 'percent' : 'flat', amount, currency }
}

/** An automatic fee is on every paid ticket. Another fee is on the tickets it was selected for. */
export const isAutomatic = ({ applies_to }: { applies_to: string }) => applies_to === 'all'
