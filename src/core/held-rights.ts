import { type Caller, can } from './caller.ts'
import type { Capability } from './capabilities.ts'
import type { Right } from './rights.ts'

/** What a caller held at a moment, as JSON: inherited capabilities, and sets of rights with the events of each; null is the site. */
export type HeldRights = {
  readonly capabilities: readonly Capability[]
  readonly granted: readonly (readonly [
    rights: readonly Right[],
    events: readonly (number | null)[],
  ])[]
}

export function heldRights(caller: Caller): HeldRights | undefined {
  if (caller.kind !== 'user') return undefined
  const bySet = new Map<string, { rights: readonly Right[]; events: (number | null)[] }>()
  for (const { rights, eventId } of caller.held) {
    const name = [...rights].join()
    const entry = bySet.get(name) ?? { rights: [...rights], events: [] }
    bySet.set(name, { ...entry, events: [...entry.events, eventId] })
  }
  return {
    capabilities: [...caller.capabilities],
    granted: [...bySet.values()].map(({ rights, events }) => [rights, events] as const),
  }
}

/** Whether the caller holds all of what was held then, by role or by grants. */
export const stillHolds = (caller: Caller, then: HeldRights): boolean =>
  then.capabilities.every(capability => can(caller, capability)) &&
  then.granted.every(([rights, events]) =>
    events.every(event => rights.every(right => can(caller, right, event ?? undefined))),
  )
