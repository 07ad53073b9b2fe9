// Database: in the short run a server alone, where there is one.
import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAttendee } from '../../../src/ticketing/attendees/lookup.ts'
import { qrContent } from '../../../src/ticketing/checkin/draw-qr.ts'
import { anAttendee } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ QR_CONTENT: 'signed' })
const { db, deps, tickets } = app

type Key = { kid: string; kty: string; crv: string; x: string }
const keys = async (): Promise<Key[]> => (await tickets('GET', '/ticket-keys')).json.keys

async function aCode() {
  const { id } = await anAttendee(app)
  const content = await qrContent(deps, (await findAttendee(db, id))!)
  return { id, code: new URL(content).searchParams.get('code') ?? '' }
}

/** A device that knows only the key set and contract.md 7.8. Returns the attendee's id, or nothing. */
function checkOffline(code: string, known: readonly Key[]): number | undefined {
  const bytes = Buffer.from(code.slice('MQ1.'.length), 'base64url')
  const claim = bytes.subarray(0, 25)
  const jwk = known.find(({ kid }) => kid === String(claim.readUInt16BE(1)))
  if (!jwk) return undefined
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, claim, key, bytes.subarray(25)) ? claim.readUIntBE(15, 6) : undefined
}

test('the signing key exists before the first ticket is drawn', async () => {
  expect(await keys()).toEqual([
    {
      kty: 'OKP',
      crv: 'Ed25519',
      use: 'sig',
      kid: '1',
      x: expect.stringMatching(/^[\w-]{43}$/),
    },
  ])
})

test('a device that has only the public keys tells a valid ticket from a forged one', async () => {
  const known = await keys()
  const { id, code } = await aCode()
  expect(checkOffline(code, known)).toBe(id)
  for (const at of [6, 30, 60, 110]) {
    const letter = code[at] === 'A' ? 'B' : 'A'
    expect(checkOffline(code.slice(0, at) + letter + code.slice(at + 1), known)).toBeUndefined()
  }
})

test('a ticket signed by a retired key can still be verified', async () => {
  const { id, code } = await aCode()
  await sql`update ticket_keys set retired_at = now()`.execute(db)
  expect(checkOffline(code, await keys())).toBe(id)
})
