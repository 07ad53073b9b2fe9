import { failedStatuses, openStatuses, type OrderStatus } from '../../shop/orders/record/rules.ts'
import { answersOfOneEvent, type ListShape } from './declaration.ts'

/** The words for the state of an order in lists, and the statuses that each stands for. */
export const orderStates: Readonly<Record<string, readonly OrderStatus[]>> = {
  paid: ['completed'],
  open: openStatuses,
  failed: failedStatuses.filter(status => status !== 'voided'),
  cancelled: ['voided'],
  refunded: ['refunded'],
  reversed: ['reversed'],
}

export const orderState = (status: OrderStatus): string =>
  Object.keys(orderStates).find(word => orderStates[word]?.includes(status)) ?? status

export const orderMethods = ['card', 'wallet', 'sandbox', 'free', 'staff'] as const

const money = 'money.read' as const
const contacts = 'contacts.read' as const

/** Orders, newest first. Amounts are those of the part that the reader may see (contract.md 28.2). */
export const ordersShape: ListShape = {
  name: 'orders',
  right: 'orders.read',
  columns: {
    number: { type: 'id', about: 'The number of the order, its id' },
    created: { type: 'moment', about: 'When it was placed' },
    completed: { type: 'moment', about: 'When it was paid; empty before' },
    status: { type: 'text', about: `What became of it: ${Object.keys(orderStates).join(', ')}` },
    who: {
      type: 'text',
      about: 'The purchaser, or else the first attendee with a name and how many others there are',
    },
    name: { type: 'text', about: "The purchaser's name" },
    email: { type: 'text', about: "The purchaser's e-mail address", right: contacts },
    events: { type: 'text', about: 'The titles of its events' },
    tickets: { type: 'text', about: 'Its tickets, such as `2 × Stalls, 1 × Box`' },
    places: { type: 'count', about: 'How many places it has, less those given back' },
    method: { type: 'text', about: `How it is paid: ${orderMethods.join(', ')}` },
    currency: { type: 'text', about: 'The currency of its amounts' },
    subtotal: { type: 'amount', about: 'Its tickets', right: money },
    fees: { type: 'amount', about: 'Its fees', right: money },
    discount: { type: 'amount', about: 'What coupons took off', right: money },
    total: { type: 'amount', about: 'What it costs', right: money },
    paid: { type: 'amount', about: 'What was paid', right: money },
    refunded: { type: 'amount', about: 'What was given back', right: money },
    reference: {
      type: 'text',
      about:
        'The id of the payment at its provider; empty where other events are part of the order',
    },
    language: { type: 'text', about: "The buyer's language, where it is known" },
    answers_missing: {
      type: 'count',
      about: 'How many required answers it came in without and still lacks',
    },
  },
  usual: [
    'number',
    'created',
    'status',
    'who',
    'email',
    'events',
    'places',
    'method',
    'currency',
    'total',
    'refunded',
  ],
  filters: {
    event: { kind: 'ids', about: 'With places of one of these events' },
    status: { kind: 'words', words: Object.keys(orderStates), about: 'What became of it' },
    method: { kind: 'words', words: orderMethods, about: 'How it is paid' },
    created: { kind: 'moment', about: 'When it was placed' },
    total: { kind: 'amount', about: 'What it costs', right: money },
    currency: { kind: 'texts', about: 'In one of these currencies' },
    refunded: {
      kind: 'flag',
      about: 'Whether something was given back',
      right: money,
    },
    refund: {
      kind: 'words',
      words: ['waiting', 'failed'],
      about: 'With a refund that waits for the provider, or that failed',
      right: money,
    },
    dispute: { kind: 'flag', about: 'Whether a dispute of its payment is open', right: money },
    email: { kind: 'texts', about: 'With one of these addresses as purchaser', right: contacts },
    coupon: { kind: 'texts', about: 'With one of these coupon codes', right: money },
    answers_missing: { kind: 'flag', about: 'Whether it lacks required answers' },
  },
  sorts: {
    created: { type: 'moment', about: 'When it was placed' },
    number: { type: 'number', about: 'Its number' },
    total: { type: 'number', about: 'What it costs', right: money },
  },
  usualSort: '-created',
  searched:
    'names and addresses of purchasers and attendees, numbers of orders, codes of tickets, and references of payments',
  narrowing: ['event', 'created', 'status'],
  answers: answersOfOneEvent,
}
