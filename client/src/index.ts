import { type Operations, operations } from './operations.ts'
import { type CallOptions, type ClientOptions, send } from './send.ts'

export { MarqueeError, type Refusal } from './errors.ts'
export type * from './operations.ts'
export type { CallOptions, ClientOptions, Credentials } from './send.ts'

type Name = keyof Operations
type Input<N extends Name> = Operations[N]['input']
type Output<N extends Name> = Operations[N]['output']
type Item<N extends Name> = Operations[N] extends { item: infer I } ? I : never

/** The nonces that a record shows to those who may edit it. The client reads and sends them itself. */
type OwnNonce = 'add_ticket_nonce' | 'edit_ticket_nonce' | 'remove_ticket_nonce'
type SentInput<T> = Omit<T, Extract<keyof T, OwnNonce>> & {
  [K in Extract<keyof T, OwnNonce>]?: string
}

type Call<N extends Name> =
  {} extends SentInput<Input<N>>
    ? (input?: SentInput<Input<N>>, options?: CallOptions) => Promise<Output<N>>
    : (input: SentInput<Input<N>>, options?: CallOptions) => Promise<Output<N>>

type Lists = { [N in Name]: Item<N> extends never ? never : N }[Name]

export type Marquee = { readonly [N in Name]: Call<N> } & {
  /** Every record of a list, on all its pages: `for await (const event of marquee.each('listEvents'))`. */
  each<N extends Lists>(list: N, input?: Input<N>, options?: CallOptions): AsyncGenerator<Item<N>>
}

type Values = Record<string, unknown>

/** A client with one method for each operation of the API. Refusals are thrown as `MarqueeError`. */
export function createClient(options: ClientOptions): Marquee {
  const call = async (name: Name, input: Values = {}, how?: CallOptions): Promise<unknown> => {
    const [method = 'GET', path = ''] = operations[name].split(' ')
    const values = await withNonce(name, input, how)
    const { filled, rest } = fillPath(path, values)
    const isRead = method === 'GET'
    const query = new URLSearchParams(isRead ? pairsOf(rest) : [])
    return send(options, { method, path: filled, query, ...(!isRead && { body: rest }) }, how)
  }

  async function withNonce(name: Name, input: Values, how: CallOptions = {}): Promise<Values> {
    const source = nonceSources[name]
    if (!source || input[source.parameter] !== undefined) return input
    const id = input[source.id]
    const { signal } = how
    const record = await call(source.read, { id }, signal && { signal })
    const { nonces, post_id } = record as {
      nonces?: Record<string, string>
      post_id?: number
    }
    const event = post_id === undefined ? {} : { post_id }
    return { ...event, ...input, [source.parameter]: nonces?.[source.nonce] }
  }

  async function* each(name: Name, input: Values = {}, how?: CallOptions) {
    const [, , member = ''] = operations[name].split(' ')
    for (let page = 1; ; page += 1) {
      const answer = (await call(name, { ...input, page }, how)) as Values
      yield* answer[member] as unknown[]
      if (page >= Number(answer['total_pages'])) return
    }
  }

  const methods = Object.keys(operations).map(name => [
    name,
    (input?: Values, how?: CallOptions) => call(name as Name, input, how),
  ])
  return { ...Object.fromEntries(methods), each } as Marquee
}

type NonceSource = { parameter: OwnNonce; read: Name; id: string; nonce: string }

const nonceSources: { [N in Name]?: NonceSource } = {
  createTicket: { parameter: 'add_ticket_nonce', read: 'getEvent', id: 'post_id', nonce: 'add' },
  updateTicket: { parameter: 'edit_ticket_nonce', read: 'getTicket', id: 'id', nonce: 'edit' },
  deleteTicket: { parameter: 'remove_ticket_nonce', read: 'getTicket', id: 'id', nonce: 'remove' },
}

/** The path with its parameters filled in, and the arguments that are left to send. */
function fillPath(path: string, values: Values) {
  const rest = { ...values }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(values[name]))
  })
  return { filled, rest }
}

/** Lists are sent as `name[]`, so that commas within items are kept. */
function pairsOf(values: Values): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return [[name, textOf(value)]]
    return value.map(item => [`${name}[]`, textOf(item)])
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
