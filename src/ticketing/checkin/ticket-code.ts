import { databaseOf } from '../../platform/db/acting.ts'
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

type KeyDeps = Pick<Deps, 'db' | 'random'>

/** A signing key never changes, so each process reads it once. */
type Keyring = { verifying: Map<number, KeyObject>; signing?: { id: number; key: KeyObject } }
const keyrings = new WeakMap<object, Keyring>()

/** A code that offline devices can verify: `MQ1.`, then the claim and its Ed25519 signature in base64url. */
export async function signTicket(deps: KeyDeps, ticket: Omit<TicketClaim, 'keyId'>) {
  const { id, key } = await signingKey(deps)
  const claim = encodeClaim({ ...ticket, keyId: id })
  return prefix + Buffer.concat([claim, signBytes(null, claim, key)]).toString('base64url')
}

/** The claim of a ticket code that one of our keys has signed; undefined for any other text. Never throws. */
export async function readTicket(deps: KeyDeps, code: string): Promise<TicketClaim | undefined> {
  if (!isTicketCode(code)) return undefined
  const bytes = Buffer.from(code.slice(prefix.length), 'base64url')
  const claim = decodeClaim(bytes.subarray(0, -signatureBytes))
  const key = claim && (await verifyingKey(deps.db, claim.keyId))
  if (!key) return undefined
  const signature = bytes.subarray(-signatureBytes)
  const isOurs = verifyBytes(null, bytes.subarray(0, -signatureBytes), key, signature)
  return isOurs ? claim : undefined
}

/** All keys that ever signed, so that devices accept old tickets too. Makes the current key when there is none. */
export async function publicTicketKeys(deps: KeyDeps) {
  await signingKey(deps)
  return (await listPublicKeys(deps.db)).map(({ id, public_key }) => ({
    kty: 'OKP' as const,
    crv: 'Ed25519' as const,
    use: 'sig' as const,
    kid: String(id),
    x: public_key.subarray(-keyBytes).toString('base64url'),
  }))
}

/** The public key: the last bytes of the stored key (RFC 8410). */
const keyBytes = 32

const prefix = 'MQ1.'
const signatureBytes = 64

export const isTicketCode = (text: string) => /^MQ1\.[\w-]{119}$/.test(text)

async function signingKey({ db, random }: KeyDeps) {
  const ring = keyringOf(db)
  if (ring.signing) return ring.signing
  const id = await findSigningKeyId(db)
  const seed = await serverSecret(db, random, `ticket-key-${id}`)
  // A private key of RFC 8410 is this prefix and 32 random bytes.
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
  const cached = verifying.get(id)
  if (cached) return cached
  const stored = await findPublicKey(db, id)
  if (!stored) return undefined
  const key = createPublicKey({ key: stored, format: 'der', type: 'spki' })
  verifying.set(id, key)
  return key
}

function keyringOf(db: Db): Keyring {
  const ring = keyrings.get(databaseOf(db)) ?? { verifying: new Map() }
  keyrings.set(databaseOf(db), ring)
  return ring
}
