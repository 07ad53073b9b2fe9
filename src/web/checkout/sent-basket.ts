import { isPlainObject, type Values } from '../../platform/http/request/coerce.ts'
import type { AttendeeName } from '../../shop/pricing/rules.ts'
import { plainTitle } from '../../core/text.ts'
import { readPurchaser } from '../../shop/checkout/rules.ts'
import type { ShownTicket } from '../../shop/orders/record/shown-tickets.ts'
import { shownTickets } from './shown-text.ts'

/** The buyer's details as they were sent. */
export type Buyer = { readonly name: string; readonly email: string }

const longest = 254
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, longest).replaceAll('\0', '') : ''

export const sentBuyer = (form: Readonly<Record<string, unknown>>): Buyer => ({
  name: textOf(form['name']),
  email: textOf(form['email']),
})

/** The buyer's fields with invalid values. */
export function buyerProblems(buyer: Buyer): ('name' | 'email')[] {
  const read = readPurchaser(buyer)
  return 'missing' in read ? read.missing.filter(part => part !== 'purchaser') : []
}

/**
 * The members `t12` of a field such as `tickets[t12]`, by ticket. The letter prevents parsers of forms from reading
 * ids as positions in an array.
 */
function byTicket(fields: unknown): Map<number, unknown> {
  if (!isPlainObject(fields)) return new Map()
  return new Map(
    Object.entries(fields).flatMap(([name, value]): [number, unknown][] => {
      const [, id] = /^t(\d{1,15})$/.exec(name) ?? []
      return id === undefined ? [] : [[Number(id), value]]
    }),
  )
}

/** Quantities by ticket. An empty field changes nothing, and a value that is no number is `undefined`. */
export function sentQuantities(fields: unknown): Map<number, number | undefined> {
  const quantities = new Map<number, number | undefined>()
  for (const [id, value] of byTicket(fields)) {
    const text = textOf(value).trim()
    if (text !== '') quantities.set(id, /^\d{1,4}$/.test(text) ? Number(text) : undefined)
  }
  return quantities
}

export type SentName = { readonly full_name: string; readonly email: string }

/** The names entered for the attendees of each ticket, in order. */
export function sentNames(fields: unknown): Map<number, SentName[]> {
  return new Map(
    [...byTicket(fields)].map(([id, list]) => [
      id,
      (Array.isArray(list) ? list : []).slice(0, 1000).map(item => {
        const { name, email } = isPlainObject(item) ? item : {}
        return { full_name: plainTitle(textOf(name)), email: textOf(email).trim() }
      }),
    ]),
  )
}

/** Whether an attendee's address can be stored; an empty one can. */
export const canBeKept = ({ email }: SentName) =>
  email === '' || !buyerProblems({ name: 'Somebody', email }).includes('email')

/** A name in the form in which carts store it; undefined when nothing was entered. */
export const keptName = (name: SentName): AttendeeName | null =>
  name.full_name === '' && name.email === '' ? null : name

/** Ways of paying that buyers can choose. */
export type PayWay = 'card' | 'wallet'

/** The contents of the checkout form. */
export type CheckoutForm = {
  what: string
  buyer: Buyer
  quantities: Map<number, number | undefined>
  names: Map<number, SentName[]>
  coupon: string
  way: PayWay
  termsAccepted: boolean
  expectedTotal: string
  /** Answers as they were sent, by the key of their field (core/questions/fields.ts). */
  answers: Readonly<Record<string, unknown>>
  /** The tickets that the page showed. */
  shown: readonly ShownTicket[]
}

export function sentCheckout(form: Values): CheckoutForm {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  return {
    what: text('do'),
    buyer: sentBuyer(form),
    quantities: sentQuantities(form['tickets']),
    names: sentNames(form['attendees']),
    coupon: text('coupon').trim().slice(0, 200),
    way: text('way') === 'wallet' ? 'wallet' : 'card',
    termsAccepted: text('terms') !== '',
    expectedTotal: text('expected_total'),
    answers: isPlainObject(form['answers']) ? form['answers'] : {},
    shown: shownTickets(text('shown')),
  }
}
