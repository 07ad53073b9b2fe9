import type { WireEntry, WireEvent } from '../../src/ticketing/door/rules.list.ts'
import type { DoorTicket, Gate, QueuedScan } from './store.ts'

/** A refusal of the service, with its code. */
export class Refusal extends Error {
  readonly code: string
  readonly data: { readonly next?: number }
  constructor(code: string, data: { next?: number } = {}) {
    super(code)
    this.code = code
    this.data = data
  }
}

type Request = { method?: 'GET' | 'POST'; secret?: string; body?: unknown; timeoutMs?: number }

export type ListPart = {
  event: WireEvent
  gates: Gate[]
  tickets: DoorTicket[]
  now: string
  position: number
  rows: WireEntry[]
}

/** Somebody who was found by name. */
export type Hit = {
  id: number
  name: string
  ticket: number
  state: 'valid' | 'unpaid' | 'ended'
  entered_at: string | null
}

export type ScanResult = { seq: number; result: string; refusal: string | null }

/** The interface of the doors. A network that fails throws what `fetch` throws; a refusal is a `Refusal`. */
export function createService(api: string) {
  async function ask<T>(
    path: string,
    { method = 'GET', secret, body, timeoutMs = 15_000 }: Request,
  ) {
    const answer = await fetch(`${api}${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-store',
      credentials: 'omit',
      headers: {
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const said = (await answer.json().catch(() => ({}))) as {
      code?: string
      data?: { next?: number }
    }
    if (!answer.ok) throw new Refusal(said.code ?? `status_${answer.status}`, said.data)
    return said as T
  }
  return {
    pair: (token: string, version: string) =>
      ask<{
        secret: string
        device: { id: number; name: string; gate: number | null; profile: 'scan' | 'search' }
        events: WireEvent[]
      }>('/door/pairings', { method: 'POST', body: { token, app_version: version } }),
    keys: () => ask<{ keys: { kid: string; x: string }[] }>('/ticket-keys', {}),
    list: (secret: string, event: number, after?: number) =>
      ask<ListPart & { next: number | null }>(
        `/door/snapshot?event=${event}${after === undefined ? '' : `&after=${after}`}`,
        { secret },
      ),
    changes: (secret: string, event: number, after: number) =>
      ask<ListPart & { more: boolean }>(`/door/changes?event=${event}&after=${after}`, { secret }),
    counts: (secret: string, event: number) =>
      ask<{ inside: number; expected: number }>(`/door/counts?event=${event}`, { secret }),
    search: (secret: string, event: number, search: string) =>
      ask<Hit[]>(`/door/search?event=${event}&search=${encodeURIComponent(search)}`, { secret }),
    send: (secret: string, body: SentScans, timeoutMs?: number) =>
      ask<{ results: ScanResult[]; next: number; now: string }>('/door/scans', {
        method: 'POST',
        secret,
        body,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  }
}

export type SentScans = {
  event: number
  sent_at: string
  scans: readonly QueuedScan[]
  app_version: string
  unsent: number
  battery?: number
}

export type Service = ReturnType<typeof createService>
