import { formatDecimal, percentOf } from '../../core/money.ts'

/** What the person who settles adds: the promoter's share in hundredths of a per cent or as an amount, and costs. */
export type Terms = {
  readonly sharePercent: number | null
  readonly shareMinor: number | null
  readonly costs: readonly { readonly text: string; readonly minor: number }[]
}

/** What the books say of one currency, in minor units. */
export type Books = {
  readonly currency: string
  readonly simulated: boolean
  readonly charged: number
  readonly paid: number
}

export type PayOut = { readonly share: number; readonly costs: number; readonly toPayOut: number }

/**
 * What the promoter gets: a share of the money that is here, or an amount, less the costs. Amounts are of the currency of the
 * site; in another one only a share in per cent counts. Nothing is paid out of what was simulated.
 */
export function payOutOf({ currency, simulated, paid }: Books, terms: Terms, site: string): PayOut {
  if (simulated) return { share: 0, costs: 0, toPayOut: 0 }
  const isOwn = currency === site
  const { sharePercent: percent, shareMinor: fixed } = terms
  const whole = percent === null ? (fixed === null || !isOwn ? paid : fixed) : 0
  const share = percent === null ? whole : paid < 0 ? 0 : percentOf(paid, percent)
  const costs = isOwn ? terms.costs.reduce((all, { minor }) => all + minor, 0) : 0
  return { share, costs, toPayOut: share - costs }
}

export type Line = { section: string; item: string; currency: string; amount: string }

export type Sheet = {
  readonly number: number
  readonly title: string
  readonly as_of: string
  readonly groups: readonly SheetGroup[]
  readonly control: {
    readonly orders: number
    readonly asked: number
    readonly unasked: number
    /** Absent in settlements of releases that looked through no list. */
    readonly listed?: readonly LookedThrough[]
    readonly differences: readonly string[]
  }
}

export type TaxOfSheet = { rate: string; code: string; gross: string; net: string; tax: string }

export type SheetGroup = {
  readonly currency: string
  readonly simulated: boolean
  readonly tickets: readonly { name: string; sales: string; fees: string; returns: string }[]
  /** Absent in settlements of releases that knew no tax. */
  readonly taxes?: readonly TaxOfSheet[]
  readonly sums: Readonly<Record<string, string>>
  readonly methods: readonly { method: string; paid: string }[]
  readonly costs: readonly { text: string; amount: string }[]
  readonly pay_out: { share: string; costs: string; to_pay_out: string }
  /** What changed since the settlement before; null for the first. */
  readonly since_last: { charged: string; paid: string; to_pay_out: string } | null
}

/** A settlement as lines of a file, in the order in which it is read. */
export function linesOf(sheet: Sheet): Line[] {
  const lines = sheet.groups.flatMap(group => groupLines(group))
  const { orders, unasked, differences, listed = [], ...control } = sheet.control
  const compared = [
    ['orders compared', String(orders)],
    ['payments for which the provider was asked', String(control.asked)],
    ['payments for which nobody was asked', String(unasked)],
    ...listed.map(one => [listedWords(one), String(one.payments)]),
    ['differences', String(differences.length)],
    ...differences.map(sentence => [sentence, '']),
  ].map(([item = '', amount = '']) => ({ section: 'control', item, currency: '', amount }))
  const head = { section: 'settlement', item: `${sheet.title}, up to ${sheet.as_of}`, currency: '' }
  return [{ ...head, amount: String(sheet.number) }, ...lines, ...compared]
}

/** How far back a provider's own list was looked through for money without an order. */
type LookedThrough = {
  readonly provider: string
  readonly payments: number
  readonly since: string
}

/** What of a provider's list was looked through, in words. */
export const listedWords = ({ provider, since }: LookedThrough): string =>
  `payments that the ${provider} provider lists since ${since.slice(0, 10)}, looked through`

function groupLines(group: SheetGroup): Line[] {
  const { currency, simulated, since_last: since } = group
  const name = simulated ? 'simulated ' : ''
  const line = (section: string, item: string, amount: string): Line => ({
    section: `${name}${section}`,
    item,
    currency,
    amount,
  })
  return [
    ...group.tickets.flatMap(({ name: ticket, sales, fees, returns }) => [
      line('tickets', `${ticket}: sold`, sales),
      line('tickets', `${ticket}: fees`, fees),
      line('tickets', `${ticket}: given back`, returns),
    ]),
    ...(group.taxes ?? []).flatMap(({ rate, gross, net, tax }) => [
      line('tax', `${rate}: charged`, gross),
      line('tax', `${rate}: net`, net),
      line('tax', `${rate}: tax`, tax),
    ]),
    ...Object.entries(group.sums).map(([item, amount]) => line('sums', item, amount)),
    ...group.methods.map(({ method, paid }) => line('money', method, paid)),
    line('pay-out', "promoter's share", group.pay_out.share),
    ...group.costs.map(({ text, amount }) => line('pay-out', `less ${text}`, amount)),
    line('pay-out', 'to pay out', group.pay_out.to_pay_out),
    ...(since === null
      ? []
      : Object.entries(since).map(([item, amount]) =>
          line('since the last settlement', item, amount),
        )),
  ]
}

/** The difference of two decimal amounts of a currency. */
export const changeOf = (now: number, before: number, currency: string): string =>
  formatDecimal({ minor: now - before, currency })
