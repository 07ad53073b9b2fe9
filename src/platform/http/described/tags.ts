/** The tags that group operations in the OpenAPI document. */
const descriptions = {
  events: 'Events, by id or by slug.',
  venues: 'Where events take place.',
  organizers: 'Who holds events.',
  categories: 'Categories of events, which may have parents.',
  tags: 'Tags of events.',
  images: 'Uploaded pictures and their sizes.',
  tickets: 'Ticket types of events: price, capacity and sale window.',
  attendees: 'Sold and given places, each with its security code.',
  'check-in': 'Scanning tickets at the door, and the keys of scanners and tickets.',
  cart: 'The cart, which holds places until it is ordered or expires.',
  checkout: 'Ordering a cart, and paying for it by card or wallet.',
  'payment accounts': 'Connecting the accounts of merchants.',
  webhooks: 'Where payment providers send their messages.',
  orders: 'Orders as staff see them: refunds, cancellation, notes.',
  coupons: 'Discounts that buyers enter.',
  fees: 'Fees that are added to tickets.',
  users: 'Accounts and their roles.',
  credentials: 'Sign-in, sessions, application passwords and API keys.',
  messages: 'Mails: their state, bounces and suppressed addresses.',
  changes: 'The list of what happened, for other programs.',
  interface: 'The description of a namespace.',
} as const

export type Tag = keyof typeof descriptions

/** Words in paths that decide the tag of an operation; the last one counts. */
const tagOfWord: Readonly<Record<string, Tag>> = {
  doc: 'interface',
  events: 'events',
  venues: 'venues',
  organizers: 'organizers',
  categories: 'categories',
  tags: 'tags',
  images: 'images',
  tickets: 'tickets',
  attendees: 'attendees',
  'scanner-keys': 'check-in',
  'ticket-keys': 'check-in',
  qr: 'check-in',
  'check-ins': 'check-in',
  cart: 'cart',
  commerce: 'checkout',
  'sign-up': 'payment accounts',
  'on-boarding': 'payment accounts',
  webhook: 'webhooks',
  orders: 'orders',
  coupons: 'coupons',
  fees: 'fees',
  users: 'users',
  'sign-in': 'credentials',
  session: 'credentials',
  sessions: 'credentials',
  'application-passwords': 'credentials',
  keys: 'credentials',
  links: 'credentials',
  messages: 'messages',
  bounces: 'messages',
  suppressions: 'messages',
  changes: 'changes',
  search: 'orders',
  attention: 'orders',
  views: 'orders',
  payments: 'orders',
  books: 'orders',
}

/** The tag of operations at a path: `/commerce/wallet/webhook` is about webhooks. */
export function tagOf(path: string): Tag {
  if (path.startsWith('/orders/')) return 'orders'
  const tags = path.split(/[/.]/).flatMap(word => tagOfWord[word] ?? [])
  return tags.at(-1) ?? 'interface'
}

/** These tags with their descriptions, in the order of the documentation. */
export function describeTags(used: ReadonlySet<Tag>): { name: Tag; description: string }[] {
  const tags = Object.entries(descriptions) as [Tag, string][]
  return tags
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
