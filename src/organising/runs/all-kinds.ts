import { holdersOf } from './messages/lookup.ts'
import { planMessage } from './messages/plan-message.ts'
import { previewMessage } from './messages/preview-message.ts'
import type { MessageWish } from './messages/rules.ts'
import { sendMessage } from './messages/send-message.ts'
import { buyersOf, findEventSummary } from './refunds/lookup.ts'
import { giveBack } from './refunds/give-back.ts'
import { planRefunds } from './refunds/plan-refunds.ts'
import { premiseOf, type RefundsWish } from './refunds/rules.ts'
import type { RunKind } from './record/kinds.ts'
import type { KindName } from './record/rules.ts'
import { namesOfTickets } from '../../ticketing/tickets/lookup.changes.ts'
import { changePlannedTicket } from './tickets/change-ticket.ts'
import { planTickets } from './tickets/plan-tickets.ts'
import type { TicketsWish } from './tickets/rules.ts'

const refunds: RunKind = {
  name: 'refunds',
  right: 'orders.refund',
  draft: (deps, wish, caller) => planRefunds(deps, wish as RefundsWish, caller),
  isStill: async (db, { event_id: id, wish, premise }) => {
    const event = id === null ? undefined : await findEventSummary(db, id)
    return !event || premiseOf(event.happening, wish as RefundsWish) === premise
  },
  perform: giveBack,
  labels: (db, subjects, { caller }) => buyersOf(db, subjects, caller),
}

const message: RunKind = {
  name: 'message',
  right: 'mails.write',
  draft: (deps, wish, caller) => planMessage(deps, wish as MessageWish, caller),
  perform: sendMessage,
  labels: (db, subjects, { caller, wish }) =>
    (wish as MessageWish).list === 'orders'
      ? buyersOf(db, subjects, caller)
      : holdersOf(db, subjects, caller),
  preview: previewMessage,
}

const tickets: RunKind = {
  name: 'tickets',
  right: 'tickets.write',
  draft: (deps, wish, caller) => planTickets(deps, wish as TicketsWish, caller),
  perform: changePlannedTicket,
  labels: async (db, subjects) =>
    new Map((await namesOfTickets(db, subjects)).map(({ id, ...label }) => [id, label])),
}

const kinds: Record<KindName, RunKind> = { refunds, message, tickets }

/** What is known of the plans and runs of a kind: how each is planned, checked and worked off. */
export const kindOf = (name: KindName): RunKind => kinds[name]
