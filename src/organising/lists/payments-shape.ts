import type { ListShape } from './declaration.ts'

const ways = ['card', 'wallet', 'sandbox', 'cash', 'terminal', 'bank', 'voucher', 'none'] as const

const kinds = [
  'sale',
  'fee',
  'discount',
  'return',
  'payment',
  'refund',
  'dispute',
  'till',
  'rounding',
] as const

const who = { type: 'text', about: "The purchaser's name", right: 'orders.read' } as const

/** What came in, the latest first: one row for each payment. Amounts are those of the part that the reader may see. */
export const paymentsShape: ListShape = {
  name: 'payments',
  right: 'money.read',
  columns: {
    number: { type: 'id', about: 'The number of the payment' },
    at: { type: 'moment', about: 'When it was made' },
    order: { type: 'id', about: 'The number of the order' },
    who,
    email: { type: 'text', about: "The purchaser's e-mail address", right: 'contacts.read' },
    events: { type: 'text', about: 'The titles of the events of its order' },
    method: { type: 'text', about: `How it was made: ${ways.join(', ')}` },
    currency: { type: 'text', about: 'The currency of its amounts' },
    amount: { type: 'amount', about: 'What was paid' },
    refunded: { type: 'amount', about: 'What of the order was given back in the same way' },
    disputed: { type: 'amount', about: 'What banks took back of the order and did not return' },
    reference: {
      type: 'text',
      about: 'Its id at the provider; empty where other events are part of the order',
    },
  },
  usual: ['number', 'at', 'order', 'who', 'events', 'method', 'currency', 'amount', 'refunded'],
  filters: {
    event: { kind: 'ids', about: 'Of orders with places of one of these events' },
    order: { kind: 'ids', about: 'Of one of these orders' },
    method: { kind: 'words', words: ways, about: 'How it was made' },
    at: { kind: 'moment', about: 'When it was made' },
    amount: { kind: 'amount', about: 'What was paid' },
    currency: { kind: 'texts', about: 'In one of these currencies' },
    reference: { kind: 'texts', about: 'With one of these ids at the provider' },
  },
  sorts: {
    at: { type: 'moment', about: 'When it was made' },
    number: { type: 'number', about: 'Its number' },
    amount: { type: 'number', about: 'What was paid' },
  },
  usualSort: '-at',
  searched: 'names and addresses of purchasers, numbers of orders, and references of payments',
  narrowing: ['event', 'at', 'method'],
}

/** The entries of the books, the latest first (contract.md 32.1). */
export const booksShape: ListShape = {
  name: 'books',
  right: 'money.read',
  columns: {
    number: { type: 'id', about: 'The number of the entry' },
    at: { type: 'moment', about: 'When it happened' },
    event: { type: 'text', about: 'The title of its event; empty where it belongs to none' },
    event_id: { type: 'id', about: 'The id of its event' },
    order: { type: 'id', about: 'The number of the order' },
    who,
    line: { type: 'id', about: 'The id of the line of the order; empty where it is about no line' },
    kind: { type: 'text', about: `What it is: ${kinds.join(', ')}` },
    method: { type: 'text', about: `How the order is paid: ${ways.join(', ')}` },
    currency: { type: 'text', about: 'The currency of its amounts' },
    amount: { type: 'amount', about: 'What it adds, or as a negative amount takes away' },
    net: { type: 'amount', about: 'The amount without tax; empty while no rate is known' },
    tax: { type: 'amount', about: 'The tax in the amount; empty while no rate is known' },
    tax_rate: { type: 'text', about: 'The rate of the tax in per cent; empty while it is unknown' },
    tax_code: { type: 'text', about: 'The code of the tax; empty while it is unknown' },
    cause: { type: 'text', about: 'Why there is an entry, such as `order` or `refund`' },
    cause_id: { type: 'id', about: 'The id of what caused it' },
  },
  usual: [
    'number',
    'at',
    'event',
    'order',
    'kind',
    'method',
    'currency',
    'amount',
    'net',
    'tax',
    'cause',
  ],
  filters: {
    event: { kind: 'ids', about: 'Of one of these events' },
    order: { kind: 'ids', about: 'Of one of these orders' },
    kind: { kind: 'words', words: kinds, about: 'What it is' },
    method: { kind: 'words', words: ways, about: 'How the order is paid' },
    at: { kind: 'moment', about: 'When it happened' },
    amount: { kind: 'amount', about: 'What it adds or takes away' },
    currency: { kind: 'texts', about: 'In one of these currencies' },
  },
  sorts: {
    at: { type: 'moment', about: 'When it happened' },
    number: { type: 'number', about: 'Its number' },
    amount: { type: 'number', about: 'What it adds or takes away' },
  },
  usualSort: '-at',
  searched: 'names and addresses of purchasers, numbers of orders, and references of payments',
  narrowing: ['event', 'at', 'kind'],
}
