import {
  type Buyer,
  cartRequest,
  fromSomewhere,
  hashOf,
  order,
  pay,
  pseudoRandom,
} from './buying.ts'
import { type Connection, get, post } from './connection.ts'
import { type Race, racer } from './race.ts'

/**
 * Addresses of one kind, and how visitors choose among them: each as often, or the first ones more often (Zipf 1).
 */
export type Draw = { share: number; paths: readonly string[]; zipf?: boolean }

/** A ticket at the door, and the scanner key of the device. */
export type Scanned = { id: number; code: string; key: string }

/** A paired phone: each is one connection, and numbers its scans. */
export type ScanningPhone = { secret: string; event: number }

export type Scenario =
  /** Paired phones with a network: each sends one scan at a time and waits for its answer. `code` is the hash in the list. */
  | {
      kind: 'phones'
      phones: readonly ScanningPhone[]
      tickets: readonly { id: number; code: string }[]
    }
  | { kind: 'read'; paths: readonly string[]; authorization?: string; encoding?: string }
  /** Fills carts and keeps them for `order`. */
  | {
      kind: 'hold'
      ticketId: number
      quantity: number
      wanted?: number
      /** Sends each buyer's address as a proxy does: every buyer from another one. */
      fromEverywhere?: boolean
    }
  | { kind: 'order' }
  /** Scans each ticket once, in this order, on the next free connection. */
  | { kind: 'scan'; tickets: readonly Scanned[]; fromEverywhere?: boolean }
  /** A cart and its order. */
  | { kind: 'buy'; ticketId: number; quantity: number; fromEverywhere?: boolean }
  /** A cart, whose payment is started and then confirmed. */
  | { kind: 'pay'; way: 'card' | 'wallet'; ticketId: number; quantity: number }
  /** Requests several tickets in turn. */
  | { kind: 'buy'; ticketIds: readonly number[]; quantity: number }
  /** Requests any of many addresses at random. */
  | { kind: 'mixture'; draws: readonly Draw[] }
  /** One network sends all of these in turn, with a parameter that changes each time; any response counts. */
  | { kind: 'attack'; address: string; paths: readonly string[] }
  | Race

/** Carts filled but not yet ordered, kept from one job to the next. */
const held: string[] = []

export function buyerOf(scenario: Scenario): Buyer {
  if (scenario.kind === 'read') return reader(scenario)
  if (scenario.kind === 'order') return connection => order(connection, held.pop() ?? '')
  if (scenario.kind === 'phones') return phonesAt(scenario)
  if (scenario.kind === 'scan') return door(scenario.tickets, scenario.fromEverywhere)
  if (scenario.kind === 'race') return racer(scenario)
  if (scenario.kind === 'attack') return attacker(scenario.paths, scenario.address)
  if (scenario.kind === 'pay') return payer(scenario)
  if (scenario.kind === 'mixture') return visitor(scenario.draws)
  if ('ticketIds' in scenario) return buyerOfMany(scenario.ticketIds, scenario.quantity)
  const { ticketId, quantity, fromEverywhere } = scenario
  const usual = cartRequest(ticketId, quantity)
  const request = () => (fromEverywhere ? cartRequest(ticketId, quantity, fromSomewhere()) : usual)
  if (scenario.kind === 'hold') {
    const wanted = scenario.wanted ?? 200
    return async connection => {
      const reply = await connection.send(request())
      if (reply.status === 200) held.push(hashOf(reply))
      return { status: reply.status, wanted: reply.status === wanted }
    }
  }
  return buying(request)
}

function buying(request: () => string): Buyer {
  return async connection => {
    const cart = await connection.send(request())
    if (cart.status !== 200) return { status: cart.status, wanted: false }
    return order(connection, hashOf(cart))
  }
}

function payer({ ticketId, quantity, way }: Extract<Scenario, { kind: 'pay' }>): Buyer {
  const request = cartRequest(ticketId, quantity)
  return async connection => {
    const cart = await connection.send(request)
    if (cart.status !== 200) return { status: cart.status, wanted: false }
    return pay(connection, { cart_hash: hashOf(cart), way })
  }
}

function buyerOfMany(ticketIds: readonly number[], quantity: number): Buyer {
  const requests = ticketIds.map(id => cartRequest(id, quantity))
  let turn = 0
  return buying(() => {
    turn += 1
    return requests[turn % requests.length] ?? ''
  })
}

function visitor(draws: readonly Draw[]): Buyer {
  const random = pseudoRandom(11)
  const drawn = draws.map(({ paths, zipf }) => {
    const requests = paths.map(path => get(path))
    const weights = paths.map((_, index) => (zipf ? 1 / (index + 1) : 1))
    return { requests, sums: runningSums(weights) }
  })
  const shares = runningSums(draws.map(({ share }) => share))
  return async connection => {
    const kind = drawn[placeOf(shares, random())]
    const request = kind?.requests[placeOf(kind.sums, random())] ?? ''
    const { status } = await connection.send(request)
    return { status, wanted: status === 200 || status === 404 }
  }
}

/** Cumulative shares, rising to 1. */
function runningSums(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map(weight => {
    sum += weight
    return sum / total
  })
}

/** The first place whose cumulative share is above the value. */
function placeOf(sums: readonly number[], value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 1) > value) high = middle
    else low = middle + 1
  }
  return low
}

function reader({ paths, authorization, encoding }: Extract<Scenario, { kind: 'read' }>): Buyer {
  const headers = [
    ...(authorization === undefined ? [] : [`authorization: ${authorization}\r\n`]),
    ...(encoding === undefined ? [] : [`accept-encoding: ${encoding}\r\n`]),
  ].join('')
  const requests = paths.map(path => get(path, headers))
  let turn = 0
  return async connection => {
    turn = (turn + 1) % requests.length
    const { status } = await connection.send(requests[turn] ?? '')
    return { status, wanted: status === 200 }
  }
}

function attacker(paths: readonly string[], address: string): Buyer {
  let turn = 0
  return async connection => {
    turn += 1
    const path = `${paths[turn % paths.length]}&nobody-knows=${turn}`
    const { status } = await connection.send(get(path, `x-forwarded-for: ${address}\r\n`))
    return { status, wanted: true }
  }
}

function door(tickets: readonly Scanned[], fromEverywhere = false): Buyer {
  const requests = tickets.map(({ id, code, key }) =>
    get(
      `/svc/tickets/v1/qr?ticket_id=${id}&security_code=${code}`,
      `authorization: Bearer ${key}\r\n${fromEverywhere ? fromSomewhere() : ''}`,
    ),
  )
  let next = 0
  return async connection => {
    const request = requests[next] ?? ''
    next += 1
    const { status } = await connection.send(request)
    return { status, wanted: status === 201 }
  }
}

function phonesAt({ phones, tickets }: Extract<Scenario, { kind: 'phones' }>): Buyer {
  const seqs = new Map<Connection, { phone: ScanningPhone; seq: number }>()
  let next = 0
  return async connection => {
    const phone = phones[seqs.size % phones.length]
    const own = seqs.get(connection) ?? (phone && { phone, seq: 0 })
    const ticket = tickets[next]
    if (!own || !ticket) return { status: 0, wanted: false }
    next += 1
    own.seq += 1
    seqs.set(connection, own)
    const at = new Date().toISOString()
    const scan = { seq: own.seq, at, attendee: ticket.id, code: ticket.code, verdict: 'waits' }
    const body = JSON.stringify({ event: own.phone.event, sent_at: at, scans: [scan] })
    const { status, body: answer } = await connection.send(
      post('/svc/tickets/v1/door/scans', body, `authorization: Bearer ${own.phone.secret}\r\n`),
    )
    return { status, wanted: answer.includes('"admitted"') }
  }
}
