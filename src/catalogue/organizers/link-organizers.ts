import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type Link,
  type LinkRequest,
  type ReadLinks,
  readLinks,
  saveLinks,
} from '../linked/link-records.ts'
import type { SaveContext } from '../linked/save-record.ts'
import { organizerKind } from './kind.ts'

/**
 * Reads an event's `organizer` in every form (contract.md 5.6): id, CSV, list, `{id}`, data, a mixture; empty
 * values mean none. Returns a problem when it names or describes no organizer this caller may use. Called in
 * `check` and again in `handle`, outside of any transaction, because it may fetch images, each once.
 */
export const readOrganizers = (deps: Deps, request: LinkRequest): Promise<ReadLinks> =>
  readLinks(deps, organizerKind, request)

/**
 * The ids of the event's organizers in their order; new ones are created here, in the event's transaction.
 * Fails with 400 `could-not-create-organizer` for a blank name, with 403 for an `author` the caller may not
 * name.
 */
export const linkOrganizers = (
  tx: Tx,
  links: readonly Link[],
  saving: SaveContext,
): Promise<number[]> => saveLinks(tx, organizerKind, { ...saving, links })
