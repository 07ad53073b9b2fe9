import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { transaction } from '../../platform/db/transaction.ts'
import { isConnectionLost } from '../../platform/db/violations.ts'
import { record } from '../../platform/facts/record.ts'
import type { Refusal, Verdict } from '../../platform/smtp/rules.ts'
import {
  giveUpSeconds,
  judgeRefusal,
  pauseSeconds,
  restSeconds,
  triedSeconds,
} from '../../platform/smtp/rules.ts'
import type { Deps } from '../deps.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findSuppression, type MessageRow, readSender } from './lookup.ts'
import { addressHash, bounceAddress, opensAccount } from './rules.ts'
import { createSenderHold, type SenderHold } from './sender-hold.ts'
import { clearPauses, pauseSender, readPauses, setConnections } from './store.sender.ts'
import { changeMessage, insertCapture, insertSuppression, noteLeaving } from './store.ts'
import { bouncedScope, scopesOf } from './suppress.ts'

const messagesMost = 20
/** A batch under MAIL_PER_SECOND lasts about so long, so that a mail that comes first waits no longer for it. */
const batchSeconds = 2
/** How long a database that is away is waited for: no longer than the lease of the message lasts. */
const storeMs = 35_000
const storeAgainMs = 250
const textMax = 500

/** So many mails in a row that the server accepted show that it stands more connections again. */
const acceptedBefore = 100

/** So many mails in a row at which the server ended the connection show that the server is at fault, and not the mails. */
const cutMost = 5

/** `accepted` counts mails since the number of connections changed, `cut` those in a row that ended their connection. */
type Sending = {
  readonly hold: SenderHold
  isPaused: boolean
  connections: number
  accepted: number
  cut: number
}

/**
 * Sends every due message, in turns between orders, in the one process that sends; returns how many it handled. When the service
 * stops, the rest is left to another process. A message is
 * delivered at least once: when a process dies between the server's reply and storing it, the message is sent again
 * with the same Message-ID.
 */
export async function sendDue(deps: Deps): Promise<number> {
  const { db, config } = deps
  const hold = createSenderHold(deps)
  const sender = await readSender(db)
  const sending: Sending = {
    hold,
    isPaused: false,
    connections: Math.min(sender.connections ?? config.mailConnections, config.mailConnections),
    accepted: 0,
    cut: 0,
  }
  let handled = 0
  try {
    while (!sending.isPaused && !deps.pace.isClosed() && (await hold.take())) {
      const due = await hold.claim(messagesAtOnce(deps))
      if (due.length === 0) break
      handled += due.length
      await sendAll(deps, sending, due)
      if (sending.accepted >= acceptedBefore) await speedUp(deps, sending)
    }
  } finally {
    await hold.end()
  }
  return handled
}

/** A mail that comes first may have to wait for a batch. */
const messagesAtOnce = ({ config: { mailPerSecond: speed } }: Deps) =>
  speed > 0 ? Math.min(messagesMost, Math.ceil(speed * batchSeconds)) : messagesMost

/** Sends as many messages at once as there are connections, and at most MAIL_PER_SECOND. */
async function sendAll(deps: Deps, sending: Sending, due: readonly MessageRow[]) {
  const waiting = [...due]
  const pauseMs = deps.config.mailPerSecond > 0 ? 1000 / deps.config.mailPerSecond : 0
  let turn = Promise.resolve()
  const inTurn = () => {
    const mine = turn
    turn = mine.then(() => wait(pauseMs))
    return mine
  }
  const worker = async (number: number) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const message = next
      if (sending.isPaused || deps.pace.isClosed() || !sending.hold.isHeld()) {
        await putBack(deps, message)
      } else {
        if (pauseMs > 0) await inTurn()
        const waitedMs = deps.clock.now().getTime() - message.send_at.getTime()
        await deps.pace.turn(() => sendOne(deps, sending, message), waitedMs)
      }
      sending.hold.release(message)
      // From here on fewer connections are used: the last workers end.
      if (number >= sending.connections) return
    }
  }
  await Promise.all(Array.from({ length: sending.connections }, (_, index) => worker(index)))
  for (const left of waiting) {
    await putBack(deps, left)
    sending.hold.release(left)
  }
}

/** Returns the message to the queue as if it had not been taken. */
const putBack = ({ db }: Deps, message: MessageRow) =>
  changeMessage(db, message.id, queuedAsBefore(message))

const queuedAsBefore = ({ attempts }: MessageRow) =>
  ({ state: 'queued', attempts: attempts - 1 }) as const

async function sendOne(deps: Deps, sending: Sending, message: MessageRow) {
  const { log } = deps
  try {
    await deliver(deps, sending, message)
  } catch (err) {
    log.error({ err, message: message.id }, 'a mail could not be made; it is tried again')
    const error = err instanceof Error ? err.name : 'Error'
    await tryLater(deps, message, { error })
  }
}

async function deliver(deps: Deps, sending: Sending, message: MessageRow) {
  const { db, clock, secrets, config, mailer } = deps
  const hash = addressHash(secrets.order, message.recipient)
  const suppressed = await findSuppression(db, hash, scopesOf(message))
  if (suppressed) {
    return changeMessage(db, message.id, { state: 'suppressed', error: suppressed.reason })
  }
  if (!mailer && opensAccount(message.kind)) {
    return changeMessage(db, message.id, { state: 'withdrawn', error: notKept })
  }
  const made = await composeMail(deps, message)
  if ('withdrawn' in made) {
    const { withdrawn: error, again } = made
    if (!again) return changeMessage(db, message.id, { state: 'withdrawn', error })
    const { at: send_at, details } = again
    return changeMessage(db, message.id, { ...queuedAsBefore(message), send_at, details })
  }
  const { raw, messageId, subject } = made
  const until = sending.hold.messageUntil()
  const noted = { messageId, subject, bytes: raw.length, until }
  if (!mailer) {
    return transaction(db, async tx => {
      if (!(await noteLeaving(tx, message, noted))) return
      await insertCapture(tx, { messageId: message.id, raw, at: clock.now() })
      await changeMessage(tx, message.id, { state: 'captured', sent_at: clock.now(), error: null })
    })
  }
  if (!(await noteLeaving(db, message, noted))) return
  mailer.limit(sending.connections)
  const from = config.mailBouncesTo
    ? bounceAddress(secrets.order, config.mailBouncesTo, message.id)
    : made.from
  const delivery = await mailer.send({ from, to: message.recipient }, raw)
  if (delivery.kind === 'refused') return settleRefusal(deps, sending, { message, ...delivery })
  sending.accepted += 1
  sending.cut = 0
  return noteSent(deps, message, delivery.response)
}

/** Stores that the server has the mail. What cannot be stored is sent again, so a database that is away is waited for. */
async function noteSent({ db, clock, pace }: Deps, { id }: MessageRow, response: string) {
  const until = performance.now() + storeMs
  const outcome = {
    state: 'sent',
    sent_at: clock.now(),
    smtp_code: 250,
    response: response.slice(0, textMax),
    error: null,
  } as const
  for (;;) {
    try {
      await changeMessage(db, id, outcome)
      return await clearPauses(db)
    } catch (error) {
      const mayWait = performance.now() < until && !pace.isClosed()
      if (!mayWait || !isConnectionLost(error)) throw error
      await wait(storeAgainMs)
    }
  }
}

const notKept = 'No mail server is set, and a mail whose link opens an account is not kept.'

type Refused = { message: MessageRow; refusal: Refusal }

async function settleRefusal(deps: Deps, sending: Sending, { message, refusal }: Refused) {
  const { db, log } = deps
  const verdict = judgeRefusal(refusal)
  const about = { message: message.id, step: refusal.step, code: refusal.code, kind: refusal.kind }
  log.warn({ ...about, verdict: verdict.kind }, 'the mail server did not take a mail')
  const said = { smtp_code: refusal.code ?? null, response: refusal.text.slice(0, textMax) }
  switch (verdict.kind) {
    case 'away':
    case 'stop':
      await putBack(deps, message)
      return pause(deps, sending, { verdict, refusal })
    case 'retry':
      if (verdict.slower) await slowDown(deps, sending)
      await tryLater(deps, message, said)
      sending.cut = refusal.code === undefined ? sending.cut + 1 : 0
      return sending.cut < cutMost ? undefined : pause(deps, sending, { verdict, refusal })
    case 'lighten': {
      const isBare = message.details['bare'] === true
      const details = { ...message.details, bare: true }
      if (isBare) return giveUp(deps, message, { said, suppress: false })
      return changeMessage(db, message.id, { ...said, state: 'queued', details })
    }
    case 'fail':
      return giveUp(deps, message, { said, suppress: verdict.suppress })
    default:
      return verdict satisfies never
  }
}

async function pause(
  { db, clock }: Deps,
  sending: Sending,
  { verdict, refusal }: { verdict: Verdict; refusal: Refusal },
) {
  if (sending.isPaused) return
  sending.isPaused = true
  const pauses = (await readPauses(db)) + 1
  const until = new Date(clock.now().getTime() + pauseSeconds(pauses) * 1000)
  const problem = verdict.kind === 'stop' ? refusal.text.slice(0, textMax) : null
  await pauseSender(db, { until, pauses, problem })
}

async function slowDown({ db }: Deps, sending: Sending) {
  sending.accepted = 0
  sending.connections = Math.max(1, Math.floor(sending.connections / 2))
  await setConnections(db, sending.connections)
}

/** Twice the connections again, up to MAIL_CONNECTIONS: a server that was busy once is not slow for ever. */
async function speedUp({ db, config }: Deps, sending: Sending) {
  sending.accepted = 0
  if (sending.connections >= config.mailConnections) return
  sending.connections = Math.min(2 * sending.connections, config.mailConnections)
  await setConnections(db, sending.connections)
}

/** Queues a message for its next attempt, or fails it after three days. */
async function tryLater(deps: Deps, message: MessageRow, said: Said) {
  const now = deps.clock.now().getTime()
  if (triedSeconds(message.attempts) >= giveUpSeconds) {
    const error = said.error ?? 'It was tried for three days.'
    return giveUp(deps, message, { said: { ...said, error }, suppress: false })
  }
  const send_at = new Date(now + restSeconds(message.attempts) * 1000)
  return changeMessage(deps.db, message.id, { error: null, ...said, state: 'queued', send_at })
}

/** What is stored about an attempt that failed. */
type Said = { smtp_code?: number | null; response?: string; error?: string }

type Failing = { said: Said; suppress: boolean }

/** Ends a message that will never be delivered. */
async function giveUp(
  { db, clock, secrets }: Deps,
  message: MessageRow,
  { said, suppress }: Failing,
) {
  await transaction(db, async tx => {
    await changeMessage(tx, message.id, { ...said, state: 'failed' })
    await record(tx, 'message.failed', { message_id: message.id, order_id: message.order_id ?? 0 })
    if (suppress) {
      const hash = addressHash(secrets.order, message.recipient)
      const reason = 'The mail server knows no such mailbox.'
      const suppression = { hash, scope: bouncedScope, reason, messageId: message.id }
      await insertSuppression(tx, suppression, clock.now())
    }
  })
}
