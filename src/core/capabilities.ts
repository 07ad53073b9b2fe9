/**
 * What a person may do. Events, venues and organizers share one family of capabilities ("records"), because
 * every role has the same grants for all three (contract.md, Roles).
 */
export const capabilities = [
  'edit_records',
  'edit_published_records',
  'edit_others_records',
  'publish_records',
  'delete_records',
  'delete_published_records',
  'delete_others_records',
  'read_private_records',
  'manage_terms',
  'upload_files',
  'manage_attendees',
  'manage_users',
  'manage_site',
] as const

export type Capability = (typeof capabilities)[number]

const contributor: Capability[] = ['edit_records', 'delete_records']
const author: Capability[] = [
  ...contributor,
  'edit_published_records',
  'publish_records',
  'delete_published_records',
  'upload_files',
]
const editor: Capability[] = [
  ...author,
  'edit_others_records',
  'delete_others_records',
  'read_private_records',
  'manage_terms',
]

/** Role → capabilities; the one table that says what each role may do. */
export const roleCapabilities = {
  administrator: [...capabilities],
  editor,
  author,
  contributor,
  subscriber: [],
} as const satisfies Record<string, readonly Capability[]>

export type Role = keyof typeof roleCapabilities

export const roles = Object.keys(roleCapabilities) as Role[]
