import type { Caller } from '../../../core/caller.ts'
import type { Right } from '../../../core/rights.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../deps.ts'
import type { DraftRow, Ending, KindName } from './rules.ts'

/** What a plan says that was made now. */
export type Draft = {
  /** The event that it is of; null for several. */
  eventId: number | null
  rows: readonly DraftRow[]
  /** What else it was made from beyond its rows, as JSON: a run of the plan needs the same. */
  basis: unknown
  /** What has to stay so while a run goes on, as a word; none where a run goes on from nothing. */
  premise?: string | undefined
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
  /** Whether the premise of a run holds; kinds without one have none. */
  isStill?(
    db: Db,
    run: { event_id: number | null; wish: unknown; premise: string },
  ): Promise<boolean>
  /** Does one item, at most once however often it is called. What has to be known of a refused plan is thrown. */
  perform(deps: Deps, work: ItemWork): Promise<Ending>
  /** What stands beside the items of a page, by subject. */
  labels(
    db: Db,
    subjects: readonly number[],
    reading: { caller: Caller; wish: unknown },
  ): Promise<Map<number, Label>>
  /** What the plan would write, as one of its rows would read it; kinds that write nothing have none. */
  preview?(
    deps: Deps,
    plan: { id: number; wish: unknown; eventId: number | null },
  ): Promise<PlanPreview[]>
}

/** What would be written in one language. */
export type PlanPreview = { language: string; subject: string; body: string }

/** What a person reads of a subject; members that the reader may not see are left out. */
export type Label = { name?: string; email?: string; title?: string }
