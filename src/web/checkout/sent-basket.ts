import { isPlainObject } from '../../platform/http/coerce.ts'
import type { AttendeeName } from '../../shop/pricing/rules.ts'
import { plainTitle } from '../../core/text.ts'
import { readPurchaser } from '../../shop/checkout/rules.ts'

/** What a buyer entered about themselves, as it was sent. */
export type Buyer = { readonly name: string; readonly email: string }

const longest = 254
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, longest).replaceAll('\0', '') : ''

export const sentBuyer = (form: Readonly<Record<string, unknown>>): Buyer => ({
  name: textOf(form['name']),
  email: textOf(form['email']),
})

/** The fields of a buyer that cannot be used. */
export function buyerProblems(buyer: Buyer): ('name' | 'email')[] {
  const named = (sent: Buyer) => {
    const read = readPurchaser(sent)
    return 'missing' in read ? read.missing : undefined
  }
  return [
    ...(named({ ...buyer, email: 'somebody@example.org' }) ? (['name'] as const) : []),
    ...(named({ ...buyer, name: 'Somebody' }) ? (['email'] as const) : []),
  ]
}

/**
 * The members `t12` of a field such as `tickets[t12]`, by ticket. The letter keeps parsers of forms from taking ids for
 * places in an array.
 */
function byTicket(sent: unknown): Map<number, unknown> {
  if (!isPlainObject(sent)) return new Map()
  return new Map(
    Object.entries(sent).flatMap(([name, value]): [number, unknown][] => {
      const [, id] = /^t(\d{1,15})$/.exec(name) ?? []
      return id === undefined ? [] : [[Number(id), value]]
    }),
  )
}

/** How many of which ticket; a field that was left empty says nothing, and what is no number is `undefined`. */
export function sentQuantities(sent: unknown): Map<number, number | undefined> {
  const quantities = new Map<number, number | undefined>()
  for (const [id, value] of byTicket(sent)) {
    const text = textOf(value).trim()
    if (text !== '') quantities.set(id, /^\d{1,4}$/.test(text) ? Number(text) : undefined)
  }
  return quantities
}

export type SentName = { readonly full_name: string; readonly email: string }

/** What was entered about the attendees of each ticket, in their order. */
export function sentNames(sent: unknown): Map<number, SentName[]> {
  return new Map(
    [...byTicket(sent)].map(([id, list]) => [
      id,
      (Array.isArray(list) ? list : []).slice(0, 1000).map(item => {
        const { name, email } = isPlainObject(item) ? item : {}
        return { full_name: plainTitle(textOf(name)), email: textOf(email).trim() }
      }),
    ]),
  )
}

/** Whether an address of an attendee can be kept; an empty one can. */
export const canBeKept = ({ email }: SentName) =>
  email === '' || !buyerProblems({ name: 'Somebody', email }).includes('email')

/** A name as carts keep it; nothing when nothing was entered. */
export const keptName = (name: SentName): AttendeeName | null =>
  name.full_name === '' && name.email === '' ? null : name
