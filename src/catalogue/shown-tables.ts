/** Every table from which an anonymous answer about the catalogue is made: a write to one of them outdates it. */
const catalogue = [
  'events',
  'event_organizers',
  'event_terms',
  'image_files',
  'images',
  'organizers',
  'terms',
  'users',
  'venues',
]

/** The same by what a route shows; `sale` also tells prices and what is left. */
export const shownTables = {
  catalogue,
  sale: [...catalogue, 'holds', 'pools', 'shared_pools', 'ticket_minimums', 'tickets'],
}
