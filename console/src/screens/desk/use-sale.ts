import { type Desk, type DeskSale, MarqueeError, type TillOfList } from '@marquee-events/client'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { useEnded } from '../../interface/writes.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { decimalOf, readAmount } from '../../pieces/money-text.ts'
import { inDays } from './days.ts'
import { type Basket, changed, inCoins, linesOf, minorOf, sumOf } from './basket.ts'

type Props = { desk: Desk; till: TillOfList }
export type Method = 'cash' | 'terminal' | 'free' | 'account'
export type Sale = ReturnType<typeof useSale>
export type Reason = (typeof reasons)[number]['value']

export const reasons = [
  { value: 'artist', label: 'Artist' },
  { value: 'press', label: 'Press' },
  { value: 'partner', label: 'Partner' },
  { value: 'staff', label: 'Staff' },
  { value: 'companion', label: 'Companion' },
  { value: 'goodwill', label: 'Goodwill' },
  { value: 'other', label: 'Another reason' },
] as const

/** Where the order that is shown comes from: sold into the till, made without it, or found. */
export type Origin = 'till' | 'desk' | 'found'

type Sending = Props & {
  lines: ReturnType<typeof linesOf>
  method: Method
  /** Minor units. */
  total: number
  handed: number | undefined
  reason: Reason
  reference: string
  /** Of an order on account, YYYY-MM-DD. */
  payBy: string
  name: string
  email: string
}

/** Sends a sale, places that are given away, or an order on account, under its key. */
function sendSale(sale: Sending, idempotencyKey: string): Promise<DeskSale> {
  const { desk, till, lines, method, name, email } = sale
  const { event, decimals } = desk
  const whom = { ...(name !== '' && { name }), ...(email !== '' && { email }) }
  if (method === 'free') {
    return marquee.giveComps({ event, lines, reason: sale.reason, ...whom }, { idempotencyKey })
  }
  const expected_total = decimalOf(sale.total, decimals)
  if (method === 'account') {
    const body = { event, lines, expected_total, pay_by: sale.payBy, ...whom, name }
    return marquee.orderByInvoice(body, { idempotencyKey })
  }
  const { handed, reference } = sale
  const body = {
    event,
    lines,
    method,
    till: till.id,
    expected_total,
    ...(method === 'cash' && handed !== undefined && { given: decimalOf(handed, decimals) }),
    ...(method === 'terminal' && reference !== '' && { reference }),
    ...whom,
  }
  return marquee.sellAtDesk(body, { idempotencyKey })
}

/** How a sale is paid, and for whom it is. */
function useTerms(first: Method) {
  const [method, setMethod] = useState<Method>(first)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState<Reason>('artist')
  const [payBy, setPayBy] = useState(() => inDays(14))
  const reset = () => {
    setName('')
    setEmail('')
    setReference('')
    setMethod(first)
  }
  const set = { setMethod, setName, setEmail, setReference, setReason, setPayBy }
  return { values: { method, name, email, reference, reason, payBy }, set, reset }
}

/** What the buyer hands over: one of the notes, or another amount that is typed. */
function useHanded(decimals: number) {
  const [given, setGiven] = useState<number>()
  const [other, setOther] = useState<string>()
  const typed = other === undefined ? undefined : readAmount(other, decimals)
  const handed = typed && 'minor' in typed ? typed.minor : given
  const choose = (minor: number | undefined) => {
    setOther(undefined)
    setGiven(minor)
  }
  return { given, other, typed, handed, setOther, setGiven: choose }
}

/** What of a sale is chosen, and selling it. One sale has one key, so that sending it again sells nothing twice. */
export function useSale({ desk, till }: Props) {
  const [basket, setBasket] = useState<Basket>({})
  const [wrong, setWrong] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [last, setLast] = useState<DeskSale>()
  const [origin, setOrigin] = useState<Origin>('till')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { decimals } = desk
  const terms = useTerms(desk.cash ? 'cash' : 'terminal')
  const money = useHanded(decimals)
  const ended = useEnded()
  const { method } = terms.values
  const exact = method === 'free' ? 0 : sumOf(basket, desk.tiles, decimals)
  const total = method === 'cash' ? inCoins(exact, minorOf(desk.cash_step, decimals) || 1) : exact
  const change = (tile: Desk['tiles'][number], by: number) => {
    setLast(undefined)
    setWrong(undefined)
    money.setGiven(undefined)
    setBasket(before => changed(before, tile, by))
  }
  const empty = () => {
    setBasket({})
    money.setGiven(undefined)
    terms.reset()
    setKey(crypto.randomUUID())
  }
  const sell = async () => {
    const lines = linesOf(basket)
    if (lines.length === 0 || isSending) return
    if (method === 'account' && terms.values.name.trim() === '') return setWrong('Say who pays.')
    setSending(true)
    setWrong(undefined)
    const { handed } = money
    try {
      const sold = await sendSale({ desk, till, lines, total, handed, ...terms.values }, key)
      empty()
      setOrigin(method === 'cash' || method === 'terminal' ? 'till' : 'desk')
      setLast(sold)
    } catch (error) {
      setWrong(wordsOf(error))
      // What was refused is another request next time; what was cut off is the same one, and is sold once.
      if (error instanceof MarqueeError && error.status < 500) setKey(crypto.randomUUID())
    } finally {
      setSending(false)
      await ended(['desk', 'tills', 'orders', 'tickets'])
    }
  }
  /** Shows an order that was found, whose sale is not this till's to void. */
  const showFound = (sale: DeskSale) => {
    setOrigin('found')
    setLast(sale)
  }
  const shown = { last, setLast, origin, showFound }
  const doing = { basket, change, empty, wrong, isSending, total, sell, ...shown }
  return { ...doing, ...money, ...terms.values, ...terms.set }
}
