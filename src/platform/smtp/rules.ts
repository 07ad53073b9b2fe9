/** An answer of the mail server, or a failure on the way to it, instead of accepting a mail. */
export type Refusal = {
  /** The SMTP step at which it happened: CONN, EHLO, AUTH, MAIL FROM, RCPT TO, DATA. */
  step: string
  /** The server's code; undefined when the connection failed. */
  code: number | undefined
  /** The server's words, or the kind of failure. */
  text: string
  /** nodemailer's code, such as EAUTH or ECONNECTION. */
  kind: string
}

export type Verdict =
  /** The server cannot be reached or accepts nothing now: all mails wait, and none is at fault. */
  | { kind: 'away' }
  /** The server refuses our sender or sign-in: all mails wait until an operator corrects it. */
  | { kind: 'stop' }
  /** This mail is tried again later; `slower` when the server had too many connections. */
  | { kind: 'retry'; slower: boolean }
  /** The mail is too large: it is tried once more without its attachments. */
  | { kind: 'lighten' }
  /** The mail will never be accepted; `suppress` when the mailbox does not exist. */
  | { kind: 'fail'; suppress: boolean }

const tooManyConnections = new Set([421, 432])
const beforeTheMail = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS'])

/** The meaning of a refusal for this mail and those after it (contract.md 19.4). */
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

/** A connection lost after the mail was sent may be the mail's fault, so it must not delay the others. */
function judgeSilence(refusal: Refusal): Verdict {
  if (isSigningIn(refusal)) return { kind: 'stop' }
  return refusal.step === 'DATA' ? { kind: 'retry', slower: false } : { kind: 'away' }
}

const minute = 60
const hour = 60 * minute
const retrySeconds = [1, 5, 15, 30].map(n => n * minute).concat([1, 2, 4].map(n => n * hour))
const laterSeconds = 6 * hour

/** Mails that the server put off for this long fail. */
export const giveUpSeconds = 72 * hour

/** The pause after a mail's n-th failed attempt, in seconds. */
export const restSeconds = (attempts: number) => retrySeconds[attempts - 1] ?? laterSeconds

/** How long a mail has been tried at its n-th attempt. The time in which the server was away is not counted. */
export const triedSeconds = (attempts: number): number =>
  Array.from({ length: attempts - 1 }, (_, index) => restSeconds(index + 1)).reduce(
    (sum, seconds) => sum + seconds,
    0,
  )

/** The pause for all mails after the server could not be used n times in a row, in seconds. */
export const pauseSeconds = (pauses: number) => Math.min(minute * 2 ** (pauses - 1), 15 * minute)
