import fc from 'fast-check'
import { ticketOnSale } from './on-sale.ts'
import { aPaidOrder } from './paid-order.ts'
import type { startPaidApp } from './paid-app.ts'

/** Something that staff, the provider's dashboard or a bank do with an order of three places. */
export const deskStep = fc.oneof(
  fc.record({
    do: fc.constant('move' as const),
    who: fc.nat(5),
    to: fc.nat(2),
    price: fc.constantFrom('new', 'keep'),
    settle: fc.constantFrom('refund', 'forgive'),
    method: fc.constantFrom('paid', 'cash'),
  }),
  fc.record({
    do: fc.constant('refund' as const),
    who: fc.nat(5),
    fees: fc.constantFrom('refund', 'keep'),
    cancel_places: fc.boolean(),
    method: fc.constantFrom('paid', 'paid', 'cash', 'by_hand'),
  }),
  fc.record({ do: fc.constant('goodwill' as const), cents: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ do: fc.constant('cancel' as const), who: fc.nat(5) }),
  fc.record({ do: fc.constant('dashboard' as const), cents: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ do: fc.constant('dispute' as const), end: fc.constantFrom('won', 'lost') }),
)
export type DeskStep = typeof deskStep extends fc.Arbitrary<infer T> ? T : never

export type Stage = {
  id: number
  eventId: number
  intent: string
  attendees: readonly number[]
  tickets: readonly number[]
}

/** What happens to orders after they were paid. */
export function deskStories(paid: Awaited<ReturnType<typeof startPaidApp>>) {
  const { app, card, cardMessages } = paid
  const as = 'administrator' as const

  /** An order of three places at 30.00, and two other tickets of the event: a cheaper and a dearer one, with few places. */
  async function setTheStage(): Promise<Stage> {
    const { id, intent, attendees, eventId, ticketId } = await aPaidOrder(paid, {
      quantity: 3,
      capacity: 3,
    })
    const cheaper = await ticketOnSale(app, {
      eventId,
      priceMinor: 1999,
      capacity: 2,
      name: 'Less',
    })
    const dearer = await ticketOnSale(app, { eventId, priceMinor: 4500, capacity: 1, name: 'More' })
    return { id, eventId, intent, attendees, tickets: [ticketId, cheaper.id, dearer.id] }
  }

  const refund = (id: number, body: object) =>
    app.tickets('POST', `/orders/${id}/refunds`, { as, body })

  async function take({ id, intent, attendees, tickets }: Stage, one: DeskStep): Promise<number> {
    const who = 'who' in one ? attendees[one.who % attendees.length] : undefined
    switch (one.do) {
      case 'move': {
        const { to, price, settle, method } = one
        const body = { ticket: tickets[to], price, settle, method }
        return (await app.admin('POST', `/attendees/${who}/moves`, { as, body })).status
      }
      case 'refund': {
        const { fees, cancel_places, method } = one
        return (await refund(id, { attendees: [who], fees, cancel_places, method })).status
      }
      case 'goodwill':
        return (await refund(id, { amount: (one.cents / 100).toFixed(2) })).status
      case 'cancel':
        return (await refund(id, { attendees: [who], amount: '0' })).status
      case 'dashboard':
        return refundAtProvider(intent, one.cents)
      case 'dispute': {
        const dispute = card.dispute(intent)
        await card.webhooks.deliver(cardMessages)
        card.closeDispute(dispute, one.end)
        await card.webhooks.deliver(cardMessages)
        return 200
      }
      default:
        return one satisfies never
    }
  }

  async function refundAtProvider(intent: string, amount: number): Promise<number> {
    const { status } = await fetch(`${card.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${card.secretKey}` },
      body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
    })
    await card.webhooks.deliver(cardMessages)
    return status
  }

  return { setTheStage, take }
}
