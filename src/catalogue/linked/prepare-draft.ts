import type { Caller } from '../../core/caller.ts'
import { findUser } from '../../access/users/lookup.ts'
import type { Deps } from '../../deps.ts'
import type { Problems } from '../../platform/http/validation.ts'
import { resolveImage } from '../images/resolve-image.ts'
import type { Draft, Kind } from './kind.ts'
import type { ReadyDraft } from './save-record.ts'

export type Prepared = { draft: ReadyDraft } | { problems: Problems }

/**
 * Checks what only the database or the network knows: the author and the image, which is fetched last, when nothing
 * else is wrong. Not to be called inside a transaction.
 */
export async function prepareDraft(deps: Deps, caller: Caller, sent: Draft): Promise<Prepared> {
  const { author, image } = sent
  if (author !== undefined && !(await findUser(deps.db, author))) {
    return { problems: { author: { message: 'There is no user with this id.' } } }
  }
  if (image === undefined) return { draft: { sent, imageId: undefined } }
  if (image === '') return { draft: { sent, imageId: null } }
  const resolved = await resolveImage(deps, caller, image)
  return typeof resolved === 'number'
    ? { draft: { sent, imageId: resolved } }
    : { problems: { image: resolved } }
}

/** A validated body under the wire's names as a draft. */
export function draftFrom(kind: Kind, body: Record<string, unknown>): Draft {
  const { [kind.name]: name, ...others } = body
  const draft: Draft = others
  return typeof name === 'string' ? { ...draft, name } : draft
}
