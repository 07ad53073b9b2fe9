type Sending = {
  body?: object | Buffer
  /** The network address from which the simulated buyer calls. */
  anonymous?: boolean
  from?: string
  /** Returns a refused answer instead of throwing. */
  maybe?: true
}

/** The members of answers that the demo reads, and the HTTP status. */
export type Answer = {
  status: number
  id: number
  nonces: { add: string }
  cart_hash: string
  total: string
  sandbox?: true
  payment_intent_id: string
  client_secret: string
  order_id: number
  tickets: readonly { id: number }[]
  attendees: readonly { id: number; order_status?: string }[]
}

/** Calls a route of the service; fails when it is refused. */
export type Call = (method: 'GET' | 'POST', path: string, request?: Sending) => Promise<Answer>
