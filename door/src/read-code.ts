import { verifyAsync } from '@noble/ed25519'
import {
  doorCodeText,
  looksLikeDoorCode,
  readDoorCode,
} from '../../src/ticketing/checkin/door-code.ts'

/** What stands in a code. A signed one was verified, unless `isForged`. */
export type Claim = {
  readonly attendeeId: number
  readonly eventId: number | undefined
  readonly ticketId: number | undefined
  /** Of a signed code. */
  readonly generation: number | undefined
  /** The secret, which opens the name. */
  readonly secret: string | undefined
  /** Of a code that was typed: its hash, as the list has it. */
  readonly typed?: string
  /** Whether somebody was found by name instead of by a code. */
  readonly byName?: boolean
}

/** `typed` has no code when its letters do not fit each other. */
export type ReadCode =
  | { kind: 'ticket'; claim: Claim }
  | { kind: 'typed'; code: string | undefined }
  | { kind: 'forged' }
  | { kind: 'none' }

type Key = { readonly kid: string; readonly x: string }

/** The longest text that a code of ours has is a tenth of this. */
const textMost = 4000

/** Reads what a camera, a scanner or a person gave (contract.md 7.8, 14.2, 22.3). Never throws. */
export async function readCode(text: string, keys: readonly Key[]): Promise<ReadCode> {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > textMost) return { kind: 'none' }
  if (looksLikeDoorCode(trimmed)) return { kind: 'typed', code: readDoorCode(trimmed) }
  if (isSigned(trimmed)) return readSigned(trimmed, keys, undefined)
  const short = /(?:^|\/t\/)([1-9]\d{0,14})\.([\w-]{1,100})$/.exec(trimmed)
  if (short?.[1] && short[2]) return plain(Number(short[1]), short[2], undefined)
  return URL.canParse(trimmed) ? readAddress(new URL(trimmed).searchParams, keys) : { kind: 'none' }
}

/** The address that scanner apps of this interface know, which may have a signed code too. */
async function readAddress(query: URLSearchParams, keys: readonly Key[]): Promise<ReadCode> {
  const attendeeId = numberIn(query, 'ticket_id')
  const secret = query.get('security_code') ?? ''
  if (attendeeId === undefined || secret === '') return { kind: 'none' }
  const code = query.get('code') ?? ''
  if (!isSigned(code)) return plain(attendeeId, secret, numberIn(query, 'event_id'))
  // Both must name the same attendee: the signature is of the number inside it.
  const read = await readSigned(code, keys, secret)
  return read.kind === 'ticket' && read.claim.attendeeId !== attendeeId ? { kind: 'forged' } : read
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
}

const plain = (attendeeId: number, secret: string, eventId: number | undefined): ReadCode => ({
  kind: 'ticket',
  claim: { attendeeId, eventId, ticketId: undefined, generation: undefined, secret },
})

const isSigned = (text: string) => /^MQ1\.[\w-]{119}$/.test(text)

const claimBytes = 25

async function readSigned(
  text: string,
  keys: readonly Key[],
  secret: string | undefined,
): Promise<ReadCode> {
  const bytes = fromBase64(text.slice('MQ1.'.length))
  if (bytes.length !== claimBytes + 64 || bytes[0] !== 1) return { kind: 'forged' }
  const [claim, signature] = [bytes.subarray(0, claimBytes), bytes.subarray(claimBytes)]
  const key = keys.find(({ kid }) => kid === String(numberAt(claim, 1, 2)))
  if (!key || !(await isSignedBy(fromBase64(key.x), signature, claim))) return { kind: 'forged' }
  return {
    kind: 'ticket',
    claim: {
      eventId: numberAt(claim, 3, 6),
      ticketId: numberAt(claim, 9, 6),
      attendeeId: numberAt(claim, 15, 6),
      generation: numberAt(claim, 21, 4),
      secret,
    },
  }
}

/** A number of some bytes, the highest first; those of tickets fit. */
const numberAt = (bytes: Uint8Array, from: number, length: number) =>
  bytes.subarray(from, from + length).reduce((sum, byte) => sum * 256 + byte, 0)

type Bytes = Uint8Array<ArrayBuffer>

/** By the browser, and where it does not know the curve, as before Safari 17, by a library. */
async function isSignedBy(key: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, message)
  } catch {
    return verifyAsync(signature, message, key).catch(() => false)
  }
}

export function fromBase64(text: string): Bytes {
  const plainText = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plainText), letter => letter.charCodeAt(0))
}

/** What the list has of a code: the first 8 bytes of a SHA-256, in hexadecimal digits. */
export const codeHash = (attendeeId: number, secret: string): Promise<string> =>
  firstBytes(`${attendeeId}.${secret}`)

/** The same of a code that was typed. */
export const doorCodeHash = (eventId: number, code: string): Promise<string> =>
  firstBytes(doorCodeText(eventId, code))

async function firstBytes(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 8)
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

export type Opened = {
  readonly name: string
  readonly note?: string
  readonly answers?: readonly string[]
}

/** Opens the name of a ticket by its own secret (contract.md 34.4); undefined when it is of another generation. */
export async function openSealed(
  sealed: string,
  { id, generation, secret }: { id: number; generation: number; secret: string },
): Promise<Opened | undefined> {
  if (sealed === '') return undefined
  const text = new TextEncoder()
  try {
    const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, [
      'deriveKey',
    ])
    const key = await crypto.subtle.deriveKey(
      {
        name: 'HKDF',
        hash: 'SHA-256',
        salt: text.encode('marquee door'),
        info: text.encode(`${id}|${generation}`),
      },
      material,
      { name: 'AES-GCM', length: 256 },
      false,
      ['decrypt'],
    )
    const bytes = fromBase64(sealed)
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, 12) },
      key,
      bytes.subarray(12),
    )
    return JSON.parse(new TextDecoder().decode(opened)) as Opened
  } catch {
    return undefined
  }
}
