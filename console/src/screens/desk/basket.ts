import type { Desk } from '@marquee-events/client'
import { decimalOf } from '../../pieces/money-text.ts'

/** How many of each ticket are in the basket, by ticket. */
export type Basket = Readonly<Record<number, number>>

type Tile = Pick<Desk['tiles'][number], 'ticket' | 'price' | 'left'>

/** A decimal of the interface in minor units. */
export const minorOf = (decimal: string, exponent: number): number =>
  Math.round(Number(decimal) * 10 ** exponent)

/** The basket with one more or less of a ticket; never more than are left. */
export function changed(basket: Basket, { ticket, left }: Tile, by: number): Basket {
  const quantity = Math.max(0, Math.min(left ?? 500, (basket[ticket] ?? 0) + by))
  return { ...basket, [ticket]: quantity }
}

/** What the basket costs, in minor units. */
export const sumOf = (basket: Basket, tiles: readonly Tile[], exponent: number): number =>
  tiles.reduce(
    (sum, { ticket, price }) => sum + (basket[ticket] ?? 0) * minorOf(price, exponent),
    0,
  )

/** The amount as coins can pay it, in minor units; halves away from zero, as the service rounds it. */
export const inCoins = (minor: number, step: number): number => Math.round(minor / step) * step

export const linesOf = (basket: Basket) =>
  Object.entries(basket)
    .filter(([, quantity]) => quantity > 0)
    .map(([ticket, quantity]) => ({ ticket: Number(ticket), quantity }))

/** What buyers are likely to hand over: the exact sum, then the next sums that notes make, the smallest first. */
export function quickNotes(minor: number, exponent: number): number[] {
  const unit = 10 ** exponent
  const notes = exponent === 0 ? [500, 1000, 5000, 10_000] : [5, 10, 20, 50, 100, 200]
  const sums = notes.map(note => Math.ceil(minor / (note * unit)) * note * unit)
  return [...new Set([minor, ...sums])].toSorted((a, b) => a - b).slice(0, 5)
}

/** Notes and coins in major units, the largest first. */
const piecesOf = (exponent: number) =>
  exponent === 0
    ? [10_000, 5000, 1000, 500, 100, 50, 10, 5, 1]
    : [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01]

/** The notes and coins that are counted in a till, as decimals, the largest first. */
export const notesOf = (exponent: number): string[] =>
  [...(exponent === 0 ? [] : [200]), ...piecesOf(exponent)].map(value =>
    decimalOf(Math.round(value * 10 ** exponent), exponent),
  )

/** One way to count a sum out in notes and coins, the largest first. */
export function countedOut(minor: number, exponent: number): string[] {
  const unit = 10 ** exponent
  const values = piecesOf(exponent)
  let left = minor
  return values.flatMap(value => {
    const worth = Math.round(value * unit)
    const many = Math.floor(left / worth)
    left -= many * worth
    const name = value >= 1 ? String(value) : decimalOf(worth, exponent)
    return Array.from({ length: many }, () => name)
  })
}
