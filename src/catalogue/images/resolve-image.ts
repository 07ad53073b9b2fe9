import { type Caller, can, ownerIdOf, userIdOf } from '../../core/caller.ts'
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
 * The image that an `image` parameter names (contract.md 11.6): an id as text, an address of ours, or an
 * address to fetch, which needs the right to upload. Because ids can be guessed, an id works only for callers
 * who may upload, and for pictures already shown to everybody or to the author. An address is fetched once.
 * Returns a problem when there is no such image. The caller handles empty values. Never call it
 * inside a transaction, because it uses the network.
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
    const user = can(caller, 'upload_files') ? 'anybody' : ownerIdOf(caller)
    return (await findUsable(deps.db, Number(text), user)) ?? unknown
  }
  // The URL-encoded address can be much longer than the one that was sent.
  if (!URL.canParse(text) || new URL(text).href.length > addressCharactersMax) {
    return { message: 'This is neither the id nor the address of an image.' }
  }
  if (!can(caller, 'upload_files')) return { message: 'You may not upload images.' }
  const address = new URL(text).href
  return (await findImported(deps.db, address)) ?? importImage(deps, caller, address)
}

// One message for every failure: different ones would reveal which names and ports this network has.
const unreachable =
  'The image could not be fetched. Its address must be public, http or https, at port 80, 443 or above 1023.'

const failures = {
  address: unreachable,
  unreachable,
  timeout: unreachable,
  'too-large': 'The image has too many bytes.',
  'too-many-redirects': "The image's address redirects too often.",
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
