import type { Config } from '../../config/config.ts'
import type { Refusal } from './rules.ts'

export type Envelope = { from: string; to: string }

export type Delivery =
  | { kind: 'accepted'; response: string }
  | { kind: 'refused'; refusal: Refusal }

/** Sends mails to the mail server. */
export type Mailer = {
  /** Never throws because of the server or the network. */
  send(envelope: Envelope, raw: Buffer): Promise<Delivery>
  /** Signs in at the server, and returns what was wrong; undefined when it works. */
  check(): Promise<Refusal | undefined>
  /** The number of connections from now on; surplus ones end after their mail. */
  limit(connections: number): void
  close(): void
}

type Settings = Pick<Config, 'smtpUrl' | 'mailConnections'>

const timeoutMs = 30_000

/** The mail server of the settings; undefined without one. Nothing is loaded or connected before the first mail. */
export function createMailer({ smtpUrl, mailConnections }: Settings): Mailer | undefined {
  if (smtpUrl === '') return undefined
  let connections = mailConnections
  let pool: ReturnType<typeof openPool> | undefined
  const end = () => {
    pool?.then(opened => opened.close()).catch(() => {})
    pool = undefined
  }
  const check = () => signIn(smtpUrl)
  return {
    send: async ({ from, to }, raw) => {
      try {
        pool ??= openPool(smtpUrl, connections)
        const { response } = await (await pool).sendMail({ envelope: { from, to: [to] }, raw })
        return { kind: 'accepted', response }
      } catch (error) {
        return { kind: 'refused', refusal: await placed(refusalOf(error), check) }
      }
    },
    check,
    limit: wanted => {
      if (wanted === connections) return
      connections = wanted
      end()
    },
    close: end,
  }
}

/**
 * A refusal with the step at which it happened. The library gives every connection that ends without a reply the step
 * CONN. A server to which a new connection can be made is not away: the mail itself ended the connection, and must not
 * hold back the others.
 */
async function placed(refusal: Refusal, check: Mailer['check']): Promise<Refusal> {
  if (refusal.code !== undefined) return refusal
  return (await check()) ?? { ...refusal, step: 'DATA' }
}

/** Signs in over a connection of its own. */
async function signIn(smtpUrl: string): Promise<Refusal | undefined> {
  const once = await openPool(smtpUrl, 1)
  try {
    await once.verify()
    return undefined
  } catch (error) {
    return refusalOf(error)
  } finally {
    once.close()
  }
}

async function openPool(smtpUrl: string, maxConnections: number) {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return createTransport({
    pool: true,
    maxConnections,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // A password is never sent over an unencrypted connection.
    requireTLS: username !== '' && !secure && !isHere(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const isHere = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)

function refusalOf(error: unknown): Refusal {
  const { command, responseCode, response, message, code } = error as {
    command?: string
    responseCode?: number
    response?: string
    message?: string
    code?: string
  }
  return {
    step: command ?? 'CONN',
    code: responseCode,
    text: response ?? message ?? 'The connection failed.',
    kind: code ?? '',
  }
}
