import { readDoorCode } from '../../ticketing/checkin/door-code.ts'
import { sameSecret } from '../../ticketing/checkin/same-secret.ts'
import { readScanned } from '../../ticketing/checkin/scan-ticket.ts'
import { readTicket } from '../../ticketing/checkin/ticket-code.ts'
import type { Deps } from '../deps.ts'
import { type BatchPlace, placesOfBatch } from './store.batches.ts'

/** Codes of places that can come back, and those that cannot, with why. */
export type CodesOfBatch = {
  attendeeIds: number[]
  refused: { code: string; why: 'unknown' | 'back' | 'inside' }[]
}

/** Whose codes of a batch were scanned or typed: its QR pictures, and the letters that stand below them. */
export async function readCodesOfBatch(
  deps: Pick<Deps, 'db' | 'random'>,
  orderId: number,
  codes: readonly string[],
): Promise<CodesOfBatch> {
  const places = await placesOfBatch(deps.db, orderId)
  const ids = new Set<number>()
  const refused: CodesOfBatch['refused'] = []
  for (const code of codes) {
    const place = await placeWith(deps, places, code)
    const why = whyNot(place)
    if (place && !why) ids.add(place.id)
    else refused.push({ code, why: why ?? 'unknown' })
  }
  return { attendeeIds: [...ids], refused }
}

function whyNot(place: BatchPlace | undefined): CodesOfBatch['refused'][number]['why'] | undefined {
  if (!place) return 'unknown'
  if (!place.is_out) return 'back'
  return place.is_inside ? 'inside' : undefined
}

/** A code that was typed has four and four letters; every other text is what a camera reads. */
async function placeWith(
  deps: Pick<Deps, 'db' | 'random'>,
  places: readonly BatchPlace[],
  text: string,
): Promise<BatchPlace | undefined> {
  const typed = readDoorCode(text)
  if (typed !== undefined) return places.find(({ door_code: code }) => code === typed)
  const scanned = readScanned(text)
  if (scanned.kind === 'code') {
    const place = places.find(({ id }) => id === scanned.attendeeId)
    return place && sameSecret(scanned.code, place.security_code) ? place : undefined
  }
  const claim = await readTicket(deps, scanned.code)
  return (
    claim &&
    places.find(({ id, generation }) => id === claim.attendeeId && generation === claim.generation)
  )
}
