import { readDoorCode } from '../checkin/door-code.ts'
import { attendeeWithDoorCode } from '../checkin/lookup.door-codes.ts'
import type { Deps } from '../deps.ts'
import { wrongCodesMost } from './rules.ts'
import type { SentProof, UnknownTicket } from './sent-scan.ts'
import { doorCodeHash } from './code-hash.ts'
import { countWrongCodes } from './store.scans.ts'

type Claim = { attendeeId: number | null; proof: SentProof; unknown?: UnknownTicket }

/**
 * Finds whose door codes are that a phone sends as they were typed, and looks up no more after too many wrong ones. `noteWrong` is told
 * of those that turned out to be nobody's.
 */
export type TypedCodes = { claim: (text: string) => Promise<Claim>; noteWrong: () => void }

type Phone = { deviceId: number; eventId: number }

export function createTypedCodes(
  { db }: Pick<Deps, 'db'>,
  { deviceId, eventId }: Phone,
): TypedCodes {
  let before: number | undefined
  let wrong = 0
  const none = { attendeeId: null, proof: { kind: 'none' } } as const
  return {
    claim: async text => {
      before ??= await countWrongCodes(db, deviceId)
      if (before + wrong >= wrongCodesMost) return { ...none, unknown: 'too_many_codes' }
      const code = readDoorCode(text)
      const id = code === undefined ? undefined : await attendeeWithDoorCode(db, { code, eventId })
      if (code === undefined || id === undefined) return { ...none, unknown: 'wrong_code' }
      const hash = doorCodeHash({ event_id: eventId, door_code: code })
      return { attendeeId: id, proof: { kind: 'typed', hash } }
    },
    noteWrong: () => {
      wrong += 1
    },
  }
}
