import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type Link,
  type LinkRequest,
  type ReadLinks,
  readLinks,
  saveLinks,
} from '../linked/link-records.ts'
import type { Saving } from '../linked/save-record.ts'
import { organizerKind } from './kind.ts'

/**
 * Understands an event's `organizer` in every form (contract.md 5.6): id, CSV, list, `{id}`, data, a mixture; an empty value
 * means none. Answers with the problem of the parameter when it names or describes no organizer this caller may use. For
 * `check` and again for `handle`, outside of any transaction: it may fetch images, each once.
 */
export const readOrganizers = (deps: Deps, request: LinkRequest): Promise<ReadLinks> =>
  readLinks(deps, organizerKind, request)

/**
 * The ids of the event's organizers in their order, made now where they are new, in the event's transaction. Fails with
 * 400 `could-not-create-organizer` for a name of blanks, with 403 for an `author` the caller may not name.
 */
export const linkOrganizers = (tx: Tx, links: readonly Link[], saving: Saving): Promise<number[]> =>
  saveLinks(tx, organizerKind, { ...saving, links })
