import { createHash } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import type { Keyed } from '../../idempotency/run-once.ts'
import type { StoredAnswer } from '../../idempotency/rules.ts'
import { networkOf } from '../../net/network-of.ts'
import type { RequestInfo } from './request.ts'

/** The idempotency key of a request; undefined without one. */
export function keyOf({ headers }: RequestInfo): string | undefined {
  const key = headers['idempotency-key'] ?? headers['x-idempotency-key']
  return typeof key === 'string' ? key : undefined
}

type KeyedRequest = {
  caller: Caller
  request: RequestInfo
  params: unknown
  query: unknown
  body: unknown
}

/** Names the record whose secret a request knows. */
type Prover = (request: RequestInfo, body: unknown) => Promise<string | undefined>

/** A request as its idempotency key knows it: whose key it is, and what must be the same in a repetition. */
export async function keyedBy(provenBy: Prover, input: KeyedRequest, key: string): Promise<Keyed> {
  const { request, params, query, body } = input
  return {
    key,
    scope: await scopeOf(provenBy, input, key),
    by: input.caller,
    method: request.method,
    url: request.url,
    parameters: [params, query, body],
  }
}

/**
 * A key belongs to a known caller, else to the record whose secret the request knows, else to the network. Two
 * strangers with equal keys must not get each other's answers (contract.md 10.2).
 */
async function scopeOf(provenBy: Prover, { caller, body, request }: KeyedRequest, key: string) {
  if (caller.kind === 'user') return `user:${caller.userId}`
  if (caller.kind === 'scanner') return `scanner:${caller.scannerKeyId}`
  if (caller.kind === 'device') return `device:${caller.deviceId}`
  const proven = await provenBy(request, body)
  return proven ?? `anonymous:${sha256(`${key}|${networkOf(request.address)}`)}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A stored answer, marked as a repetition. */
export const replayOf = (answer: StoredAnswer): StoredAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotent-replayed': 'true' },
})
