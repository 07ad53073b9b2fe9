import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import { serverSecret } from '../../access/secrets/lookup.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeClaim, encodeClaim, type TicketClaim } from './ticket-claim.ts'
import { findPublicKey, findSigningKeyId, insertPublicKey, listPublicKeys } from './store.ts'

type Means = Pick<Deps, 'db' | 'random'>

/** Keys never change once made, so each is read once per process. */
type Keyring = { verifying: Map<number, KeyObject>; signing?: { id: number; key: KeyObject } }
const keyrings = new WeakMap<Db, Keyring>()

/** What a device without a connection can check by itself: `MQ1.` and base64url of claim and Ed25519 signature. */
export async function signTicket(means: Means, ticket: Omit<TicketClaim, 'keyId'>) {
  const { id, key } = await signingKey(means)
  const claim = encodeClaim({ ...ticket, keyId: id })
  return prefix + Buffer.concat([claim, signBytes(null, claim, key)]).toString('base64url')
}

/** What a ticket code says, if one of our keys has signed it. Never throws. */
export async function readTicket(means: Means, code: string): Promise<TicketClaim | undefined> {
  if (!isTicketCode(code)) return undefined
  const bytes = Buffer.from(code.slice(prefix.length), 'base64url')
  const claim = decodeClaim(bytes.subarray(0, -signatureBytes))
  const key = claim && (await verifyingKey(means.db, claim.keyId))
  if (!key) return undefined
  const signature = bytes.subarray(-signatureBytes)
  const isOurs = verifyBytes(null, bytes.subarray(0, -signatureBytes), key, signature)
  return isOurs ? claim : undefined
}

/** Every key that ever signed, so that a device tells old tickets too. The one that signs now is made if there is none. */
export async function publicTicketKeys(means: Means) {
  await signingKey(means)
  return (await listPublicKeys(means.db)).map(({ id, public_key }) => ({
    kty: 'OKP' as const,
    crv: 'Ed25519' as const,
    use: 'sig' as const,
    kid: String(id),
    x: public_key.subarray(-keyBytes).toString('base64url'),
  }))
}

/** At the end of what is stored, the form of RFC 8410. */
const keyBytes = 32

const prefix = 'MQ1.'
const signatureBytes = 64

export const isTicketCode = (text: string) => /^MQ1\.[\w-]{119}$/.test(text)

async function signingKey({ db, random }: Means) {
  const ring = keyringOf(db)
  if (ring.signing) return ring.signing
  const id = await findSigningKeyId(db)
  const seed = await serverSecret(db, random, `ticket-key-${id}`)
  // A private key of RFC 8410 is this head and the 32 random bytes.
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const open = createPublicKey(key).export({ format: 'der', type: 'spki' })
  await insertPublicKey(db, id, open)
  ring.signing = { id, key }
  return ring.signing
}

async function verifyingKey(db: Db, id: number): Promise<KeyObject | undefined> {
  const { verifying } = keyringOf(db)
  const known = verifying.get(id)
  if (known) return known
  const stored = await findPublicKey(db, id)
  if (!stored) return undefined
  const key = createPublicKey({ key: stored, format: 'der', type: 'spki' })
  verifying.set(id, key)
  return key
}

function keyringOf(db: Db): Keyring {
  const ring = keyrings.get(db) ?? { verifying: new Map() }
  keyrings.set(db, ring)
  return ring
}
