import { type Buyer, cartRequest, fromSomewhere, hashOf, order } from './buying.ts'
import { get } from './connection.ts'
import { type Race, racer } from './race.ts'

/** A ticket at the door, and the key of the device that it is shown to. */
export type Scanned = { id: number; code: string; key: string }

export type Scenario =
  | { kind: 'read'; paths: readonly string[]; authorization?: string }
  /** Fills carts and keeps them for `order`. */
  | {
      kind: 'hold'
      ticketId: number
      quantity: number
      wanted?: number
      /** Behind a proxy: each from another address. */
      fromEverywhere?: boolean
    }
  | { kind: 'order' }
  /** Each ticket once, in this order, whoever is free. */
  | { kind: 'scan'; tickets: readonly Scanned[]; fromEverywhere?: boolean }
  /** A cart and its order. */
  | { kind: 'buy'; ticketId: number; quantity: number; fromEverywhere?: boolean }
  /** One address asks for all of these in turn, with a parameter that changes each time; any answer is one. */
  | { kind: 'attack'; address: string; paths: readonly string[] }
  | Race

/** Carts that were filled and not yet ordered, from one job to the next. */
const held: string[] = []

export function buyerOf(scenario: Scenario): Buyer {
  if (scenario.kind === 'read') return reader(scenario.paths, scenario.authorization)
  if (scenario.kind === 'order') return connection => order(connection, held.pop() ?? '')
  if (scenario.kind === 'scan') return door(scenario.tickets, scenario.fromEverywhere)
  if (scenario.kind === 'race') return racer(scenario)
  if (scenario.kind === 'attack') return attacker(scenario.paths, scenario.address)
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
  return async connection => {
    const cart = await connection.send(request())
    if (cart.status !== 200) return { status: cart.status, wanted: false }
    return order(connection, hashOf(cart))
  }
}

function reader(paths: readonly string[], authorization: string | undefined): Buyer {
  const headers = authorization === undefined ? '' : `authorization: ${authorization}\r\n`
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
