/** Decisions of the box office (contract.md 39). Money in whole minor units of the till's currency. */

export const moveKinds = [
  'float',
  'sale',
  'refund',
  'paid_in',
  'paid_out',
  'drop',
  'correction',
] as const
export type MoveKind = (typeof moveKinds)[number]

/** What a person does with the cash of a till by itself; sales and voids come with their orders. */
export const handKinds = ['paid_in', 'paid_out', 'drop', 'correction'] as const
export type HandKind = (typeof handKinds)[number]

export const deskMethods = ['cash', 'terminal'] as const
export type DeskMethod = (typeof deskMethods)[number]

export type TillMove = { kind: MoveKind; method: DeskMethod; amount_minor: number }

/** What a till should hold: all its cash. */
export const expectedCash = (moves: readonly TillMove[]): number =>
  moves.reduce((sum, { method, amount_minor: minor }) => sum + (method === 'cash' ? minor : 0), 0)

/** The signed amount of a move by hand: what is taken out is negative, and a correction has the sign that it was given. */
export const signedAmount = (kind: HandKind, minor: number): number =>
  kind === 'paid_out' || kind === 'drop' ? -minor : minor

type Seller = { userId: number | null; eventId: number | null }

/** Whether this person takes money for places of the event with this till: the own one, of the event or of all. */
export const sellsWith = (
  till: { opened_by: number | null; event_id: number | null },
  { userId, eventId }: Seller,
): boolean => till.opened_by === userId && (till.event_id === null || till.event_id === eventId)

export type TillSum = { kind: MoveKind; method: DeskMethod; moves: number; minor: number }

/** Moves added up by kind and method, in the order of a slip. */
export function sumsOfTill(moves: readonly TillMove[]): TillSum[] {
  return moveKinds.flatMap(kind =>
    deskMethods.flatMap((method): TillSum[] => {
      const alike = moves.filter(move => move.kind === kind && move.method === method)
      const minor = alike.reduce((sum, { amount_minor: amount }) => sum + amount, 0)
      return alike.length === 0 ? [] : [{ kind, method, moves: alike.length, minor }]
    }),
  )
}

/** The smallest coin of currencies whose coins are coarser than their cents, in minor units. */
const smallestCoins: Readonly<Record<string, number>> = {
  AUD: 5,
  CAD: 5,
  CHF: 5,
  CZK: 100,
  DKK: 50,
  HUF: 500,
  ISK: 1,
  NOK: 100,
  NZD: 10,
  SEK: 100,
}

/** The step in which cash of a currency can be counted out. */
export const cashStep = (currency: string): number => smallestCoins[currency.toUpperCase()] ?? 1

/** The amount as cash can pay it: the nearest multiple of the smallest coin, halves away from zero. */
export function roundedCash(minor: number, currency: string): number {
  const step = cashStep(currency)
  return Math.round(minor / step) * step
}

/** Why staff give places away. */
export const compReasons = [
  'artist',
  'press',
  'partner',
  'staff',
  'companion',
  'goodwill',
  'other',
] as const
export type CompReason = (typeof compReasons)[number]

/** How many places of a quota are left; null without a quota. */
export const quotaLeft = (quota: number | null, used: number): number | null =>
  quota === null ? null : Math.max(0, quota - used)
