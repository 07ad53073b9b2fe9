import type { ParamProblem } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Link, type LinkRequest, readLinks, saveLinks } from '../linked/link-records.ts'
import type { SaveContext } from '../linked/save-record.ts'
import { venueKind } from './kind.ts'

/** The meaning of an event's `venue`; null removes the venue. */
export type VenueLink = Link | null

/**
 * Reads an event's `venue` in every form (contract.md 5.6): id, CSV, list, `{id}`, data, a mixture; the first
 * of several counts; empty values mean none. Returns a problem when it names or describes no venue this
 * caller may use. Called in `check` and again in `handle`, outside of any transaction, because it may fetch
 * an image, once.
 */
export async function readVenue(
  deps: Deps,
  request: LinkRequest,
): Promise<{ link: VenueLink } | { problem: ParamProblem }> {
  const read = await readLinks(deps, venueKind, request)
  return 'problem' in read ? read : { link: read.links[0] ?? null }
}

/**
 * The id of the event's venue, or null for none. A new venue is created here, in the event's transaction.
 * Fails with 400 `could-not-create-venue` for a blank name, with 403 for an `author` the caller may not name.
 */
export async function linkVenue(
  tx: Tx,
  link: VenueLink,
  saving: SaveContext,
): Promise<number | null> {
  const [id = null] = await saveLinks(tx, venueKind, { ...saving, links: link ? [link] : [] })
  return id
}
