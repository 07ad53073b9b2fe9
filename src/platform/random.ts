import { randomBytes, randomUUID } from 'node:crypto'

/** The source of secrets and identifiers. */
export type Random = {
  /** `bytes` random bytes as base64url text. */
  token(bytes: number): string
  uuid(): string
  bytes(count: number): Buffer
}

const poolBytes = 8192
let pool = Buffer.alloc(0)

/** One call to the system costs the same for twenty bytes as for thousands. No byte is used twice. */
function take(count: number): Buffer {
  if (count > poolBytes) return randomBytes(count)
  if (pool.length < count) pool = randomBytes(poolBytes)
  const taken = pool.subarray(0, count)
  pool = pool.subarray(count)
  return taken
}

export const systemRandom: Random = {
  token: bytes => take(bytes).toString('base64url'),
  uuid: () => randomUUID(),
  bytes: count => take(count),
}
