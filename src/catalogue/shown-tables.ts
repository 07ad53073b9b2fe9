/**
 * The tables from which anonymous responses about the catalogue are made. A write to one of them outdates
 * those responses.
 */
const catalogue = [
  'events',
  'event_organizers',
  'event_terms',
  'image_files',
  'images',
  'organizers',
  'site_settings',
  'terms',
  'users',
  'venues',
]

/** The tables by the kind of answer; `sale` includes prices and stock. */
export const shownTables = {
  catalogue,
  sale: [
    ...catalogue,
    'fees',
    'hidden_tickets',
    'holds',
    'pools',
    'shared_pools',
    'ticket_fees',
    'ticket_minimums',
    'tickets',
    'whole_event_sales',
  ],
}

/**
 * By table, the kind of record that its rows belong to. Writes name the ids of such records
 * (platform/db/touching.ts), and answers name those they depend on; for `stock` these are ids of events.
 */
export const kindOfTable: ReadonlyMap<string, string> = new Map(
  Object.entries({
    event: ['events', 'event_organizers', 'event_terms'],
    stock: [
      'hidden_tickets',
      'holds',
      'pools',
      'shared_pools',
      'ticket_minimums',
      'tickets',
      'whole_event_sales',
    ],
    fee: ['fees', 'ticket_fees'],
    venue: ['venues'],
    organizer: ['organizers'],
    term: ['terms'],
    image: ['images', 'image_files'],
    user: ['users'],
    site: ['site_settings'],
  }).flatMap(([kind, tables]) => tables.map(table => [table, kind] as const)),
)
