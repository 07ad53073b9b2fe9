import { shuffled } from './fake-random.ts'

/** A provider's message as it goes over the wire. */
export type SignedMessage = { rawBody: Buffer; headers: Record<string, string> }

export type QueuedMessage = { id: string; type: string; body: string }

/** Delivers a message to the service's webhook route, and returns the HTTP status. */
type Receiver = (message: SignedMessage) => Promise<number>

/** Messages that a fake provider wants to send. Nothing is sent until a test says so. */
export type WebhookQueue = {
  /** Messages not yet delivered with success, oldest first. */
  readonly pending: readonly QueuedMessage[]
  /** All messages ever created. */
  readonly history: readonly QueuedMessage[]
  /** Sends the waiting messages in order (or only the first few). Messages without a 2xx keep waiting. */
  deliver(to: Receiver, most?: number): Promise<number[]>
  /** Sends all waiting messages at the same time. */
  deliverInParallel(to: Receiver): Promise<number[]>
  /** Reorders the waiting messages. */
  shuffle(seed: number): void
  /** Duplicates every waiting message. */
  duplicate(): void
  /** Queues every message again, as when a provider repeats its messages. */
  repeatAll(): void
  /** Drops the waiting messages. */
  drop(): void
  /** Drops the waiting messages and the history. */
  forget(): void
  /** A message with a fresh signature, for tests that send it themselves. */
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
