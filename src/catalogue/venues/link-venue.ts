import type { ParamProblem } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Link, type LinkRequest, readLinks, saveLinks } from '../linked/link-records.ts'
import type { Saving } from '../linked/save-record.ts'
import { venueKind } from './kind.ts'

/** What an event's `venue` means; null takes the venue away. */
export type VenueLink = Link | null

/**
 * Understands an event's `venue` in every form (contract.md 5.6): id, CSV, list, `{id}`, data, a mixture; of several the first
 * counts; an empty value means none. Answers with the problem of the parameter when it names or describes no venue this
 * caller may use. For `check` and again for `handle`, outside of any transaction: it may fetch an image, once.
 */
export async function readVenue(
  deps: Deps,
  request: LinkRequest,
): Promise<{ link: VenueLink } | { problem: ParamProblem }> {
  const read = await readLinks(deps, venueKind, request)
  return 'problem' in read ? read : { link: read.links[0] ?? null }
}

/**
 * The id of the event's venue, made now if it is new, or null for none, in the event's transaction. Fails with 400
 * `could-not-create-venue` for a name of blanks, with 403 for an `author` the caller may not name.
 */
export async function linkVenue(tx: Tx, link: VenueLink, saving: Saving): Promise<number | null> {
  const [id = null] = await saveLinks(tx, venueKind, { ...saving, links: link ? [link] : [] })
  return id
}
