import { performance } from 'node:perf_hooks'
import type { Deps } from '../deps.ts'
import type { MessageRow } from './lookup.ts'
import { claimDue, giveTurns } from './store.turns.ts'
import { keepSender, releaseSender, takeSender } from './store.sender.ts'

/** How long a process that died remains the sender. */
const senderSeconds = 30
/**
 * How long a process that died keeps the messages it was sending. Longer than the former, so that a process whose
 * database was away can still store what left before another process sends it again.
 */
const messageSeconds = 45
const beatMs = 5000

/** The hold of this process on sending, which lives while the process beats (contract.md 19.11). */
export type SenderHold = {
  /** Makes this process the sender, or keeps it so; false while another one is, and while sending is paused. */
  take(): Promise<boolean>
  /** Whether the process is still the sender, as far as it knows. A mail is begun only then. */
  isHeld(): boolean
  /** Takes due messages, which stay this process's own until it releases them or dies. */
  claim(limit: number): Promise<MessageRow[]>
  /** The moment until which a message that is about to leave stays this process's own. */
  messageUntil(): Date
  /** Ends the hold on one message. */
  release(message: MessageRow): void
  end(): Promise<void>
}

/** Beats from the first `take` to `end`: each beat keeps the sender and the claimed messages. */
export function createSenderHold({ db, clock, random, log }: Deps): SenderHold {
  const holder = random.uuid()
  const own = new Map<number, number>()
  let heldUntil = 0
  let beating: NodeJS.Timeout | undefined
  const until = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  const heldFrom = (start: number, isKept: boolean) => {
    heldUntil = isKept ? start + senderSeconds * 1000 : 0
    return isKept
  }

  async function beat() {
    const start = performance.now()
    const messages = [...own].map(([id, attempts]) => ({ id, attempts }))
    const leases = { until: until(senderSeconds), messagesUntil: until(messageSeconds) }
    try {
      heldFrom(start, await keepSender(db, { holder, ...leases, messages }))
    } catch (err) {
      // The next beats may still be in time.
      log.warn({ err }, 'the sender of mails could not renew its lease')
    }
  }

  return {
    take: async () => {
      const start = performance.now()
      const lease = { holder, now: clock.now(), until: until(senderSeconds) }
      const isTaken = heldFrom(start, await takeSender(db, lease))
      if (isTaken) beating ??= setInterval(() => void beat(), beatMs).unref()
      return isTaken
    },
    isHeld: () => performance.now() < heldUntil,
    claim: async limit => {
      const now = clock.now()
      await giveTurns(db, now)
      const due = await claimDue(db, { now, until: until(messageSeconds), limit })
      for (const { id, attempts } of due) own.set(id, attempts)
      return due
    },
    messageUntil: () => until(messageSeconds),
    release: ({ id }) => void own.delete(id),
    end: async () => {
      clearInterval(beating)
      heldUntil = 0
      await releaseSender(db, holder)
    },
  }
}
