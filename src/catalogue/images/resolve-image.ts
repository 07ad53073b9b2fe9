import { type Caller, can, userIdOf } from '../../core/caller.ts'
import type { ParamProblem } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { bytesMax, ownImage } from './rules.ts'
import { saveImage } from './save-image.ts'
import { findByKey, findImported, findUsable } from './store.ts'

const unknown = { message: 'There is no image with this id.' }
const timeoutMs = 10_000
const redirectsMax = 3
const addressCharactersMax = 2000

/**
 * The image that an `image` parameter means: an id as text, an address of ours, or an address it is fetched from, which
 * needs the right to upload. An id alone is for who may upload, or of a picture that is shown already where everybody or
 * its author sees it: ids can be guessed. An address that was fetched before is not fetched again, so asking twice costs nothing.
 * Answers with the problem of the parameter when there is no such image (contract.md 11.6). Empty values are the caller's
 * to handle. It goes to the network: never call it inside a transaction.
 */
export async function resolveImage(
  deps: Deps,
  caller: Caller,
  value: string,
): Promise<number | ParamProblem> {
  const text = value.trim()
  const own = ownImage(text, deps.publicRoot)
  if (own) return (await findByKey(deps.db, own)) ?? unknown
  if (/^\d{1,15}$/.test(text)) {
    const user = can(caller, 'upload_files') ? 'anybody' : userIdOf(caller)
    return (await findUsable(deps.db, Number(text), user)) ?? unknown
  }
  // Encoded, an address can be much longer than as it was written.
  if (!URL.canParse(text) || new URL(text).href.length > addressCharactersMax) {
    return { message: 'This is neither the id nor the address of an image.' }
  }
  if (!can(caller, 'upload_files')) return { message: 'You may not upload images.' }
  const address = new URL(text).href
  return (await findImported(deps.db, address)) ?? importImage(deps, caller, address)
}

const failures = {
  address: 'This is not an address images can be fetched from.',
  private: 'This is not an address images can be fetched from.',
  unreachable: 'The image could not be fetched from this address.',
  timeout: 'Fetching the image took too long.',
  'too-large': 'The image has too many bytes.',
  'too-many-redirects': 'The address of the image leads to too many others.',
}

async function importImage(
  { fetchPublic, db }: Deps,
  caller: Caller,
  address: string,
): Promise<number | ParamProblem> {
  const fetched = await fetchPublic(address, {
    headers: { accept: 'image/*' },
    bytesMax,
    timeoutMs,
    redirectsMax,
  })
  if (fetched.kind === 'refused') return { message: failures[fetched.because] }
  const isPicture = fetched.headers['content-type']?.startsWith('image/') ?? false
  if (fetched.status !== 200 || !isPicture) {
    return { message: 'There is no image at this address.' }
  }
  const saved = await saveImage(db, {
    content: fetched.content,
    filename: decodedName(address),
    authorId: userIdOf(caller),
    sourceUrl: address,
  })
  return typeof saved === 'number' ? saved : { message: saved.problem }
}

function decodedName(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
