import { createHash, createHmac } from 'node:crypto'
import { type ScanFile, sealedText } from '../../src/ticketing/door/rules.file.ts'
import type { Got, TestApp } from './start-app.ts'

type App = Pick<TestApp, 'admin' | 'tickets' | 'clock'>
type Guest = { id: number; security_code: string }

export type PhoneScan = Record<string, unknown>

/** What a phone keeps instead of the secret of a ticket. */
export const codeOf = ({ id, security_code }: Guest): string =>
  createHash('sha256').update(`${id}.${security_code}`).digest('hex').slice(0, 16)

export async function newDevice(app: App, event: number | number[], more: object = {}) {
  const body = { name: 'Ada, gate A', events: [event].flat(), ...more }
  return app.admin('POST', '/door-devices', { as: 'administrator', body })
}

/** A phone's file of scans, sealed under its secret as the page of the door does it. */
export function sealFile(secret: string, file: ScanFile) {
  const key = createHash('sha256').update(secret).digest()
  return { ...file, seal: createHmac('sha256', key).update(sealedText(file)).digest('hex') }
}

/** A phone that was paired for the doors of an event, whose clock may be wrong. */
export async function pairPhone(
  app: App,
  event: number,
  { skewMs = 0, name = 'Phone', ...more }: PhoneKind = {},
) {
  const made = await newDevice(app, event, { name, ...more })
  const { token } = made.json.pairing as { token: string }
  const paired = await app.tickets('POST', '/door/pairings', { body: { token } })
  const as = { authorization: `Bearer ${paired.json.secret}` }
  const { id } = paired.json.device as { id: number }
  const now = () => new Date(app.clock.now().getTime() + skewMs)
  let seq = 0
  const phone = {
    id,
    as,
    name,
    secret: paired.json.secret as string,
    now: () => now().toISOString(),
    /** The next number, with the time of the phone. */
    scan: (scan: PhoneScan): PhoneScan => ({ seq: (seq += 1), at: now().toISOString(), ...scan }),
    /** Somebody whom the phone let in by itself. */
    letIn: (guest: Guest, more: PhoneScan = {}): PhoneScan =>
      phone.scan({ attendee: guest.id, code: codeOf(guest), verdict: 'admitted', ...more }),
    send: (scans: readonly PhoneScan[], more: object = {}): Promise<Got> =>
      app.tickets('POST', '/door/scans', {
        as,
        body: { event, sent_at: now().toISOString(), scans, ...more },
      }),
    /** The results of scans, in their order. */
    results: async (...scans: PhoneScan[]): Promise<string[]> => {
      const { json } = await phone.send(scans)
      return (json.results as { result: string }[]).map(({ result }) => result)
    },
    list: (after?: number) =>
      app.tickets('GET', '/door/snapshot', { as, query: { event, ...(after && { after }) } }),
    changes: (after: number) =>
      app.tickets('GET', '/door/changes', { as, query: { event, after } }),
    counts: async () => (await app.tickets('GET', '/door/counts', { as, query: { event } })).json,
  }
  return phone
}

type PhoneKind = { skewMs?: number; name?: string; gate?: number; profile?: 'scan' | 'search' }

export type Phone = Awaited<ReturnType<typeof pairPhone>>
