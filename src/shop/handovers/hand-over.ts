import { hash } from 'node:crypto'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { deleteExpiredHandovers, insertHandover, takeHandover } from './store.ts'

/** Tickets that were chosen inside another site's page. */
export type Chosen = { eventId: number; quantities: ReadonlyMap<number, number> }

/** How long a new tab has to take the choice over. */
export const handoverSeconds = 120
/** So many choices of one network wait at a time; more is a script. */
const openMost = 60
const secretBytes = 24

const hashOf = (kind: 'code' | 'browser', secret: string) =>
  hash('sha256', `handover ${kind}|${secret}`, 'base64url')

type HandoverDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/**
 * Keeps a choice for two minutes. Returns the code that takes it over once, and the secret that the browser has to show with it:
 * a code alone, in a link that somebody sends, is worth nothing. Fails with `rest_too_many_requests` when the network has too many.
 */
export async function handOver(
  { db, clock, random }: HandoverDeps,
  { eventId, quantities }: Chosen,
  network: string,
): Promise<{ code: string; browser: string }> {
  const now = clock.now()
  await deleteExpiredHandovers(db, now)
  const [code, browser] = [random.token(secretBytes), random.token(secretBytes)]
  const row = {
    codeHash: hashOf('code', code),
    browserHash: hashOf('browser', browser),
    network,
    eventId,
    quantities: Object.fromEntries(quantities),
    expiresAt: new Date(now.getTime() + handoverSeconds * 1000),
  }
  const isAdded = await insertHandover(db, row, { now, most: openMost })
  if (!isAdded) fail('rest_too_many_requests', { retryAfterSeconds: handoverSeconds })
  return { code, browser }
}

/** The choice of a code, once, in the browser that made it. Undefined for every other code. */
export async function takeOver(
  { db, clock }: HandoverDeps,
  { code, browser }: { code: string; browser: string },
): Promise<Chosen | undefined> {
  const taken = await takeHandover(db, {
    codeHash: hashOf('code', code),
    browserHash: hashOf('browser', browser),
    now: clock.now(),
  })
  if (!taken) return undefined
  const quantities = new Map(
    Object.entries(taken.quantities).map(([id, quantity]) => [Number(id), quantity]),
  )
  return { eventId: taken.eventId, quantities }
}
