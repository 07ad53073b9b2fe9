import type { Caller } from '../../../core/caller.ts'
import type { Right } from '../../../core/rights.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../deps.ts'
import type { Action, Ending, KindName } from './rules.ts'

/** A record of a plan and what would be done to it. Money in minor units of the currency. */
export type DraftRow = {
  subjectId: number
  action: Action
  /** Why it is left out or done by hand, as a word of the kind. */
  reason: string | null
  amountMinor: number
  currency: string | null
  /** How the money goes back, or how a message is worded. */
  method: string | null
  /** Places, tickets or mails that the row is of. */
  count: number
  /** What the run needs to do exactly this; JSON without anything about a person. */
  detail: object
}

/** What a plan says that was made now. */
export type Draft = {
  /** The event that it is of; null for several. */
  eventId: number | null
  rows: readonly DraftRow[]
  /** What else it was made from beyond its rows, as JSON: a run of the plan needs the same. */
  basis: unknown
  /** Sentences for the person who looks at the plan. */
  warnings: readonly string[]
}

/** An item that a process has taken. */
export type ItemWork = {
  run: { id: number; wish: unknown; eventId: number | null }
  n: number
  subjectId: number
  amountMinor: number
  currency: string | null
  method: string | null
  detail: unknown
  providerKey: string
  /** The person whose rights count; a kind reads them again. */
  caller: Caller
}

/** One kind of wide act: how it is planned, and how one item of it is done. */
export type RunKind = {
  name: KindName
  /** What the person needs at the event of the plan, or for the site. */
  right: Right
  draft(deps: Deps, wish: unknown, caller: Caller): Promise<Draft>
  /** Does one item, at most once however often it is called. What has to be known of a refused plan is thrown. */
  perform(deps: Deps, work: ItemWork): Promise<Ending>
  /** What stands beside the items of a page, by subject. */
  labels(db: Db, subjects: readonly number[], caller: Caller): Promise<Map<number, Label>>
}

/** What a person reads of a subject; members that the reader may not see are left out. */
export type Label = { name?: string; email?: string; title?: string }
