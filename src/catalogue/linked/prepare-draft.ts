import type { Caller } from '../../core/caller.ts'
import { findUser } from '../../access/users/lookup.ts'
import type { Deps } from '../../deps.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { resolveImage } from '../images/resolve-image.ts'
import type { Draft, Kind } from './kind.ts'
import type { ReadyDraft } from './save-record.ts'

export type PreparedDraft = { draft: ReadyDraft } | { problems: Problems }

/**
 * Checks the author and the image against database and network. The image comes last, only when nothing else
 * is wrong. Never call it inside a transaction.
 */
export async function prepareDraft(
  deps: Deps,
  caller: Caller,
  draft: Draft,
): Promise<PreparedDraft> {
  const { author, image } = draft
  if (author !== undefined && !(await findUser(deps.db, author))) {
    return { problems: { author: { message: 'There is no user with this id.' } } }
  }
  if (image === undefined) return { draft: { fields: draft, imageId: undefined } }
  if (image === '') return { draft: { fields: draft, imageId: null } }
  const resolved = await resolveImage(deps, caller, image)
  return typeof resolved === 'number'
    ? { draft: { fields: draft, imageId: resolved } }
    : { problems: { image: resolved } }
}

/** A validated body in wire names as a draft. An image that is sent as it was read counts by its id. */
export function draftFrom(kind: Kind, body: Record<string, unknown>): Draft {
  const { [kind.name]: name, image, ...others } = body
  const imageText = image && typeof image === 'object' && 'id' in image ? String(image.id) : image
  const draft: Draft = typeof imageText === 'string' ? { ...others, image: imageText } : others
  return typeof name === 'string' ? { ...draft, name } : draft
}
