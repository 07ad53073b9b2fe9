import { shuffled } from './fake-random.ts'

/** A message of a provider as it goes over the wire. */
export type SignedMessage = { rawBody: Buffer; headers: Record<string, string> }

export type QueuedMessage = { id: string; type: string; body: string }

/** Takes a message like the service's webhook route does, and answers its HTTP status. */
type Receiver = (message: SignedMessage) => Promise<number>

/** Messages that a fake provider wants to send. Nothing is sent until a test says so. */
export type WebhookQueue = {
  /** What was not delivered with success yet, oldest first. */
  readonly pending: readonly QueuedMessage[]
  /** Everything that ever happened, delivered or not. */
  readonly history: readonly QueuedMessage[]
  /** Sends what waits, in order (or only the first few); what is not answered with 2xx keeps waiting. */
  deliver(to: Receiver, most?: number): Promise<number[]>
  /** Sends all that waits at the same time. */
  deliverInParallel(to: Receiver): Promise<number[]>
  /** Puts what waits into another order. */
  shuffle(seed: number): void
  /** Lets every waiting message wait twice. */
  duplicate(): void
  /** Lets everything that ever happened wait again, as when a provider repeats its messages. */
  repeatAll(): void
  /** Loses what waits. */
  drop(): void
  /** Loses what waits and what ever happened. */
  forget(): void
  /** A message with a fresh signature, for tests that send by themselves. */
  sign(message: QueuedMessage): SignedMessage
}

export function webhookQueue(sign: (message: QueuedMessage) => SignedMessage): WebhookQueue & {
  add(message: QueuedMessage): void
} {
  let pending: QueuedMessage[] = []
  const history: QueuedMessage[] = []

  async function send(message: QueuedMessage, to: Receiver): Promise<number> {
    const status = await to(sign(message))
    if (status >= 200 && status < 300) {
      const index = pending.indexOf(message)
      if (index >= 0) pending.splice(index, 1)
    }
    return status
  }

  return {
    get pending() {
      return pending
    },
    history,
    sign,
    add(message) {
      pending.push(message)
      history.push(message)
    },
    async deliver(to, most = Number.POSITIVE_INFINITY) {
      const statuses: number[] = []
      for (const message of pending.slice(0, most)) statuses.push(await send(message, to))
      return statuses
    },
    deliverInParallel: to => Promise.all(pending.slice().map(message => send(message, to))),
    shuffle(seed) {
      pending = shuffled(pending, seed)
    },
    duplicate() {
      pending = pending.flatMap(message => [message, { ...message }])
    },
    repeatAll() {
      pending = history.map(message => ({ ...message }))
    },
    drop() {
      pending = []
    },
    forget() {
      pending = []
      history.length = 0
    },
  }
}
