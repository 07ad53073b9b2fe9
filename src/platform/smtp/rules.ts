/** What a mail server, or the way to it, answered instead of taking a mail. */
export type Refusal = {
  /** The step at which it happened, as SMTP calls it: CONN, EHLO, AUTH, MAIL FROM, RCPT TO, DATA. */
  step: string
  /** The server's code; undefined when the connection failed. */
  code: number | undefined
  /** The server's words, or the kind of failure. */
  text: string
  /** What nodemailer calls it, e.g. EAUTH, ECONNECTION. */
  kind: string
}

export type Verdict =
  /** The server cannot be reached or wants nothing now: all mails wait, none of them is at fault. */
  | { kind: 'away' }
  /** The server refuses us as a sender: all mails wait until somebody mends it. */
  | { kind: 'stop' }
  /** This mail is tried again later; `slower` when the server had too many connections. */
  | { kind: 'retry'; slower: boolean }
  /** It is too large: tried once more without its attachments. */
  | { kind: 'lighten' }
  /** It will never be taken; `suppress` when there is no such mailbox. */
  | { kind: 'fail'; suppress: boolean }

const tooManyConnections = new Set([421, 432])
const beforeTheMail = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS'])

/** What a refusal means for the mail and for those behind it (contract.md 19.4). */
export function judgeRefusal(refusal: Refusal): Verdict {
  const { step, code, text } = refusal
  if (code === undefined) return judgeSilence(refusal)
  if (tooManyConnections.has(code)) return { kind: 'retry', slower: true }
  const isTemporary = code < 500
  if (isAboutUs(refusal)) return { kind: isTemporary ? 'away' : 'stop' }
  if (isTemporary) return { kind: 'retry', slower: false }
  if (code === 552 && !/\b5\.2\.2\b/.test(text)) return { kind: 'lighten' }
  return { kind: 'fail', suppress: step === 'RCPT TO' && /\b5\.1\.[1-36]\b/.test(text) }
}

const isSigningIn = ({ step, kind }: Refusal) =>
  step.startsWith('AUTH') || kind === 'EAUTH' || kind === 'ENOAUTH'

const isAboutUs = (refusal: Refusal) =>
  isSigningIn(refusal) || refusal.step === 'MAIL FROM' || beforeTheMail.has(refusal.step)

/** A connection that breaks off behind the mail may be the mail's fault: it must not hold up the others. */
function judgeSilence(refusal: Refusal): Verdict {
  if (isSigningIn(refusal)) return { kind: 'stop' }
  return refusal.step === 'DATA' ? { kind: 'retry', slower: false } : { kind: 'away' }
}

const minute = 60
const hour = 60 * minute
const retrySeconds = [1, 5, 15, 30].map(n => n * minute).concat([1, 2, 4].map(n => n * hour))
const laterSeconds = 6 * hour

/** Mails that could not be delivered for so long are given up. */
export const giveUpSeconds = 72 * hour

/** How long a mail rests after its n-th failed attempt, in seconds. */
export const restSeconds = (attempts: number) => retrySeconds[attempts - 1] ?? laterSeconds

/** How long everything rests after the n-th time in a row that the server could not be used, in seconds. */
export const pauseSeconds = (pauses: number) => Math.min(minute * 2 ** (pauses - 1), 15 * minute)
