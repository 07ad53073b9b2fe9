export const people = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
export const keys = ['key:read', 'key:events', 'key:attendees', 'key:site', 'key:users'] as const
export const callers = ['anonymous', ...people, ...keys, 'scanner'] as const
export type Who = (typeof callers)[number]

export const anyone: readonly Who[] = [...callers]
export const nobody: readonly Who[] = []
const contributors: readonly Who[] = [
  'contributor',
  'author',
  'editor',
  'administrator',
  'key:events',
]
const authors = contributors.slice(1)
const editors = contributors.slice(2)
const site: readonly Who[] = ['administrator', 'key:site']
const accounts: readonly Who[] = ['administrator', 'key:users']
const desk: readonly Who[] = ['administrator', 'key:attendees']
/** Some kinds of plans are of tickets. */
const planners: readonly Who[] = ['editor', 'administrator', 'key:events', 'key:site']
/** The callers who hold the nonce, which is made for the administrator here. */
const nonceHolder: readonly Who[] = ['administrator', 'key:events']

/**
 * Who is admitted to each route, written by hand from the contract (docs/contract.md 4, 5.14, 6.1, 7, 8).
 * Decisions on the record itself are tested below. The records and the keys are the administrator's.
 */
export const mayCall: Record<string, readonly Who[]> = {
  'events GET ': anyone,
  'events GET /doc': anyone,
  'admin GET ': anyone,
  'admin GET /doc': anyone,
  'tickets GET ': anyone,
  'tickets GET /doc': anyone,
  ...linked('events'),
  ...linked('venues'),
  ...linked('organizers'),
  ...terms('categories', authors),
  ...terms('tags', editors),
  'events POST /images': authors,
  'events GET /images': authors,
  'events GET /images/:id': authors,
  'events DELETE /images/:id': editors,
  'admin GET /users': accounts,
  'admin POST /users': accounts,
  'admin GET /users/:id': accounts,
  'admin POST,PUT,PATCH /users/:id': accounts,
  'admin DELETE /users/:id': accounts,
  'admin GET /users/:id/application-passwords': ['administrator'],
  'admin POST /users/:id/application-passwords': ['administrator'],
  'admin DELETE /users/:id/application-passwords/:password_id': ['administrator'],
  'admin POST /sign-in': anyone,
  // For sign-ins of browsers, of which there are none here (tests/api/access/sign-in.test.ts).
  'admin GET /session': nobody,
  'admin POST /session/confirm': nobody,
  'admin GET /me': [...people, ...keys],
  'admin GET /me/sessions': people,
  'admin DELETE /me/sessions': people,
  'admin GET /me/second-factor': nobody,
  'admin POST /me/second-factor': nobody,
  'admin POST /me/second-factor/confirm': nobody,
  'admin POST /me/second-factor/recovery-codes': nobody,
  'admin DELETE /me/second-factor': nobody,
  'admin GET /team': accounts,
  'admin GET /team/:id': accounts,
  'admin POST /team': ['administrator'],
  'admin PATCH /team/:id': ['administrator'],
  'admin DELETE /team/:id': ['administrator'],
  'admin GET /users/:id/sessions': ['administrator'],
  'admin DELETE /users/:id/sessions/:session_id': ['administrator'],
  'admin POST /users/:id/links': accounts,
  'admin GET /keys': people,
  'admin POST /keys': people,
  'admin DELETE /keys/:id': people,
  'admin GET /audit': site,
  'admin GET /imports': site,
  'admin GET /imports/:id': site,
  'admin POST /events/:id/attendee-imports/plan': desk,
  'admin POST /events/:id/attendee-imports': desk,
  'admin GET /events/:id/attendee-imports': desk,
  'admin GET /attendee-imports/:id': desk,
  'admin GET /changes': site,
  'admin POST /plans': site,
  'admin GET /plans/:id': planners,
  'admin GET /plans/:id/rows': planners,
  'admin POST /runs': planners,
  'admin GET /runs': planners,
  'admin GET /runs/:id': planners,
  'admin GET /runs/:id/items': planners,
  'admin POST /runs/:id/:move': planners,
  'admin POST /runs/:id/items/:n/given': site,
  'admin GET /tills': desk,
  'admin POST /tills': desk,
  'admin GET /tills/:id': desk,
  'admin POST /tills/:id/moves': desk,
  'admin POST /tills/:id/voids': desk,
  'admin POST /tills/:id/close': desk,
  'admin GET /desk/events/:id': desk,
  'admin PUT /desk/events/:id/comp-quota': editors,
  'admin GET /desk/sales/:id': desk,
  'admin POST /desk/sales': desk,
  'admin POST /desk/comps': desk,
  'admin POST /desk/orders': desk,
  'admin POST /desk/orders/:id/payments': desk,
  'admin GET /orders/:id': site,
  'admin GET /orders/:id/timeline': site,
  'admin PATCH /orders/:id': site,
  'admin POST /orders/:id/mails': site,
  'admin GET /orders/:id/notes': site,
  'admin POST /orders/:id/notes': site,
  'admin DELETE /orders/:id/notes/:note': site,
  'admin GET /attendees/:id': desk,
  'admin GET /attendees/:id/notes': desk,
  'admin POST /attendees/:id/notes': desk,
  'admin DELETE /attendees/:id/notes/:note': desk,
  'admin PATCH /attendees/:id': desk,
  'admin POST /attendees/:id/moves': desk,
  'admin POST /attendees/:id/moves/preview': desk,
  'admin POST /events/:id/copies': editors,
  'admin GET /reports/:report': desk,
  'admin GET /books/entries': [...desk, 'key:site'],
  'admin GET /events/:id/settlements': [...desk, 'key:site'],
  'admin POST /events/:id/settlements': site,
  'admin GET /settlements/:id.:format': [...desk, 'key:site'],
  'admin GET /books/summary': [...desk, 'key:site'],
  'admin GET /payments': [...desk, 'key:site'],
  'admin GET /payments.:format': [...desk, 'key:site'],
  'admin GET /books': [...desk, 'key:site'],
  'admin GET /books.:format': [...desk, 'key:site'],
  'admin GET /payment-accounts': site,
  'admin GET /messages': site,
  'admin GET /messages/:id': site,
  'admin GET /messages/:id/raw': site,
  'admin POST /messages/:id/retry': site,
  'admin POST /messages/:id/withdraw': site,
  'admin POST /messages/test': site,
  'admin POST /bounces': site,
  'admin GET /suppressions': site,
  'admin DELETE /suppressions': site,
  'admin GET /orders': site,
  'admin GET /attendees': desk,
  'admin GET /events': [...desk, 'editor', 'key:events', 'key:site'],
  'admin GET /orders.:format': site,
  'admin GET /attendees.:format': desk,
  'admin GET /events.:format': [...desk, 'editor', 'key:events', 'key:site'],
  'admin GET /search': [...desk, 'editor', 'key:events', 'key:site'],
  'admin GET /attention': [...desk, 'editor', 'key:events', 'key:site'],
  'admin GET /views': [...desk, 'editor', 'key:events', 'key:site'],
  'admin POST /views': [...desk, 'editor', 'key:events', 'key:site'],
  'admin DELETE /views/:id': [...desk, 'editor', 'key:events', 'key:site'],
  'admin GET /settings': site,
  'admin PATCH /settings': site,
  'admin GET /mail-texts': site,
  'admin PUT /mail-texts/:kind/:locale': site,
  'admin DELETE /mail-texts/:kind/:locale': site,
  'tickets GET /events/:id/mail-texts': editors,
  'tickets PUT /events/:id/mail-texts/:kind/:locale': editors,
  'tickets DELETE /events/:id/mail-texts/:kind/:locale': editors,
  'tickets POST /orders/:id/resend': site,
  'tickets POST /orders/links': anyone,
  'tickets GET /attendees': anyone,
  'tickets GET /attendees/:id': anyone,
  'tickets POST /attendees': desk,
  'tickets POST,PUT,PATCH /attendees/:id': desk,
  'tickets GET /scanner-keys': site,
  'tickets POST /scanner-keys': site,
  'tickets DELETE /scanner-keys/:id': site,
  'tickets GET /ticket-keys': anyone,
  'tickets GET /qr/:id': anyone,
  'tickets GET /qr': anyone,
  'tickets POST /check-ins': [...desk, 'scanner'],
  'admin GET /events/:id/gates': site,
  'admin POST /events/:id/gates': site,
  'admin PATCH /events/:id/gates/:gate_id': site,
  'admin DELETE /events/:id/gates/:gate_id': site,
  'admin GET /door-devices': site,
  'admin POST /door-devices': site,
  'admin POST /door-devices/:id/pairing': site,
  'admin DELETE /door-devices/:id': site,
  'admin POST /door-devices/:id/scans': site,
  'admin GET /events/:id/door-conflicts': desk,
  'tickets POST /door/pairings': anyone,
  // For paired phones, of which there are none here (tests/api/door/phones.test.ts).
  'tickets GET /door/snapshot': nobody,
  'tickets GET /door/changes': nobody,
  'tickets POST /door/scans': nobody,
  'tickets GET /door/search': nobody,
  'tickets GET /door/counts': desk,
  'tickets GET /tickets/:id/entry': editors,
  'tickets PATCH /tickets/:id/entry': editors,
  'tickets GET /attendees/:id/door-note': desk,
  'tickets PUT /attendees/:id/door-note': desk,
  'tickets GET /tickets': anyone,
  'tickets GET /tickets/:id': anyone,
  'tickets POST /tickets': nonceHolder,
  'tickets POST,PUT,PATCH /tickets/:id': nonceHolder,
  'tickets DELETE /tickets/:id': nonceHolder,
  'tickets GET /tickets/:ticket_id/fees': site,
  'tickets POST,PUT,PATCH /tickets/:ticket_id/fees': site,
  'tickets GET /cart': anyone,
  'tickets POST,PUT,PATCH /cart': anyone,
  'tickets GET /orders': site,
  'tickets GET /orders/:id': site,
  'tickets POST /orders/:id/cancel': site,
  'tickets POST /orders/:id/refunds': site,
  'tickets POST /orders/:id/refunds/preview': site,
  'tickets POST /orders/:id/notes': site,
  'tickets POST /commerce/free/order': anyone,
  ...card('cardprocessor'),
  ...card('stripe'),
  ...wallet('wallet'),
  ...wallet('paypal'),
  'tickets GET /coupons': site,
  'tickets POST /coupons': site,
  'tickets GET /coupons/:id': site,
  'tickets POST,PUT,PATCH /coupons/:id': site,
  'tickets DELETE /coupons/:id': site,
  'tickets POST /coupons/validate': anyone,
  'tickets POST /coupons/apply': anyone,
  'tickets POST /coupons/remove': anyone,
  'tickets GET /fees': site,
  'tickets POST /fees': site,
  'tickets GET /fees/:id': site,
  'tickets POST,PUT,PATCH /fees/:id': site,
  'tickets DELETE /fees/:id': site,
}

function linked(kind: string): Record<string, readonly Who[]> {
  return {
    [`events GET /${kind}`]: anyone,
    [`events POST /${kind}`]: contributors,
    ...Object.fromEntries(
      ['/:id', '/by-slug/:slug'].flatMap(way => [
        [`events GET /${kind}${way}`, anyone],
        [`events POST,PUT,PATCH /${kind}${way}`, editors],
        [`events DELETE /${kind}${way}`, editors],
      ]),
    ),
  }
}

function terms(kind: string, who: readonly Who[]): Record<string, readonly Who[]> {
  return {
    [`events GET /${kind}`]: anyone,
    [`events POST /${kind}`]: who,
    [`events GET /${kind}/:id`]: anyone,
    [`events POST,PUT,PATCH /${kind}/:id`]: who,
    [`events DELETE /${kind}/:id`]: who,
  }
}

/** The cart's secret admits, and every caller gets it here. Messages and returns need a provider's proof. */
function orders(segment: string): Record<string, readonly Who[]> {
  return {
    [`tickets POST /commerce/${segment}/sign-up`]: site,
    [`tickets POST /commerce/${segment}/order`]: anyone,
    [`tickets POST /commerce/${segment}/order/:order_id`]: anyone,
    [`tickets DELETE /commerce/${segment}/order/:order_id`]: anyone,
    [`tickets POST /commerce/${segment}/webhook`]: nobody,
  }
}

function card(segment: string): Record<string, readonly Who[]> {
  return { ...orders(segment), [`tickets GET /commerce/${segment}/return`]: nobody }
}

function wallet(segment: string): Record<string, readonly Who[]> {
  return {
    ...orders(segment),
    [`tickets POST /commerce/${segment}/on-boarding`]: nobody,
    [`tickets GET /commerce/${segment}/on-boarding`]: anyone,
  }
}
