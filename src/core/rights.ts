import type { Capability } from './capabilities.ts'

/**
 * What staff may do, by name (contract.md 28.1). `by`: the inherited capabilities that include it, so that roles keep what
 * they may; several lists are alternatives. `scope`: the scope with which an API key lends it from a grant. `site`: what
 * concerns no single event is held through a grant for the site only.
 */
type RightRule = {
  readonly by: readonly (readonly Capability[])[]
  readonly scope: 'events' | 'attendees' | 'site' | 'users'
  readonly site?: true
}

const editors: RightRule['by'] = [
  ['edit_records', 'edit_others_records', 'edit_published_records', 'publish_records'],
]
const desk: RightRule['by'] = [['manage_attendees']]
const administrators: RightRule['by'] = [['manage_site']]

export const rights = {
  'events.write': { by: editors, scope: 'events' },
  'tickets.write': { by: editors, scope: 'events' },
  'fees.write': { by: administrators, scope: 'site', site: true },
  'coupons.write': { by: administrators, scope: 'site', site: true },
  'orders.read': { by: administrators, scope: 'site' },
  'orders.write': { by: administrators, scope: 'site' },
  'orders.refund': { by: administrators, scope: 'site' },
  'money.read': { by: [...administrators, ...desk], scope: 'site' },
  'contacts.read': { by: [...administrators, ...desk], scope: 'attendees' },
  'attendees.read': { by: desk, scope: 'attendees' },
  'attendees.write': { by: desk, scope: 'attendees' },
  'boxoffice.sell': { by: desk, scope: 'attendees' },
  'door.scan': { by: desk, scope: 'attendees' },
  'door.search': { by: desk, scope: 'attendees' },
  'reports.read': { by: desk, scope: 'attendees' },
  'keys.write': { by: administrators, scope: 'site' },
  'changes.read': { by: administrators, scope: 'site' },
  'mails.write': { by: administrators, scope: 'site', site: true },
  'payments.write': { by: administrators, scope: 'site', site: true },
  'settings.write': { by: administrators, scope: 'site', site: true },
  'audit.read': { by: administrators, scope: 'site', site: true },
  'team.write': { by: [['manage_users']], scope: 'users' },
} as const satisfies Record<string, RightRule>

export type Right = keyof typeof rights

export const rightNames = Object.keys(rights) as Right[]

export const isRight = (name: string): name is Right => Object.hasOwn(rights, name)

/** What only administrators hold: where money goes, and what the whole site demands. */
const forAdministrators: readonly Right[] = ['payments.write', 'settings.write']

/** The sets in which rights are granted; the one table that says what each contains. */
export const grantSets = {
  manager: rightNames.filter(right => !forAdministrators.includes(right)),
  finance: [
    'orders.read',
    'orders.write',
    'orders.refund',
    'money.read',
    'contacts.read',
    'attendees.read',
    'reports.read',
    'changes.read',
  ],
  box_office: [
    'orders.read',
    'orders.write',
    'contacts.read',
    'attendees.read',
    'attendees.write',
    'boxoffice.sell',
    'door.scan',
    'door.search',
    'changes.read',
  ],
  door: ['door.scan', 'door.search'],
  reader: ['orders.read', 'money.read', 'attendees.read', 'reports.read', 'changes.read'],
} as const satisfies Record<string, readonly Right[]>

export type GrantSet = keyof typeof grantSets

export const grantSetNames = Object.keys(grantSets) as GrantSet[]

/** What one person may give back of one order, in minor units. */
export type RefundLimit = { readonly minor: number; readonly currency: string }

/** A set given to a person, for one event or (null) for the site; without `refundLimit` refunds have no limit. */
export type Grant = {
  readonly set: GrantSet
  readonly eventId: number | null
  readonly refundLimit: RefundLimit | null
}

/** What a grant lends to a credential. */
export type GrantedRights = {
  readonly eventId: number | null
  readonly rights: ReadonlySet<Right>
  readonly refundLimit: RefundLimit | null
}

/** A row of `grants`, as statements that find callers read it. */
export type GrantRow = {
  set: GrantSet
  event_id: number | null
  refund_limit_minor: number | null
  currency: string | null
}

export const grantOf = (row: GrantRow): Grant => ({
  set: row.set,
  eventId: row.event_id,
  refundLimit:
    row.refund_limit_minor === null || row.currency === null
      ? null
      : { minor: row.refund_limit_minor, currency: row.currency },
})

/** What these grants lend; with `scopes`, to an API key that has them. */
export function heldThrough(grants: readonly Grant[], scopes?: readonly string[]): GrantedRights[] {
  return grants
    .map(({ set, eventId, refundLimit }) => ({
      eventId,
      rights: new Set(rightsOf(set, eventId, scopes)),
      refundLimit,
    }))
    .filter(held => held.rights.size > 0)
}

/** The rights of a set at the site (null) or at an event. */
export function rightsOf(
  set: GrantSet,
  eventId: number | null,
  scopes?: readonly string[],
): Right[] {
  const all: readonly Right[] = grantSets[set]
  return all.filter(name => {
    const rule: RightRule = rights[name]
    const isHere = eventId === null || rule.site !== true
    return isHere && (scopes === undefined || scopes.includes(rule.scope))
  })
}

/** Whether inherited capabilities include the right, everywhere. */
export function includes(capabilities: ReadonlySet<Capability>, right: Right): boolean {
  const rule: RightRule = rights[right]
  return rule.by.some(needed => needed.every(capability => capabilities.has(capability)))
}
