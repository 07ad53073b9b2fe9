/** What came of an event, or belongs to one evening: the copy has none of it (contract.md 5.21). */
export const notCopied = [
  'address',
  'state',
  'external_id',
  'orders',
  'attendees',
  'answers',
  'check_ins',
  'notes',
  'scanner_keys',
  'phones',
  'team',
] as const
