/**
 * The content of a signed ticket code. A transfer or refund starts a new generation, which ends the codes of
 * the old one.
 */
export type TicketClaim = {
  readonly keyId: number
  readonly eventId: number
  readonly ticketId: number
  readonly attendeeId: number
  readonly generation: number
}

const version = 1
const claimBytes = 25

/** Bytes, big-endian: version 1, key 2, event 6, ticket 6, attendee 6, generation 4. */
export function encodeClaim(claim: TicketClaim): Buffer {
  const bytes = Buffer.alloc(claimBytes)
  bytes.writeUInt8(version, 0)
  bytes.writeUInt16BE(claim.keyId, 1)
  bytes.writeUIntBE(claim.eventId, 3, 6)
  bytes.writeUIntBE(claim.ticketId, 9, 6)
  bytes.writeUIntBE(claim.attendeeId, 15, 6)
  bytes.writeUInt32BE(claim.generation, 21)
  return bytes
}

export function decodeClaim(bytes: Buffer): TicketClaim | undefined {
  if (bytes.length !== claimBytes || bytes.readUInt8(0) !== version) return undefined
  return {
    keyId: bytes.readUInt16BE(1),
    eventId: bytes.readUIntBE(3, 6),
    ticketId: bytes.readUIntBE(9, 6),
    attendeeId: bytes.readUIntBE(15, 6),
    generation: bytes.readUInt32BE(21),
  }
}
