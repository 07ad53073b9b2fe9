import type { Config } from '../../config/config.ts'
import type { Refusal } from './rules.ts'

export type Envelope = { from: string; to: string }

export type Delivery =
  | { kind: 'accepted'; response: string }
  | { kind: 'refused'; refusal: Refusal }

/** Gives mails to the mail server. */
export type Mailer = {
  /** Never throws for what the server or the network does. */
  send(envelope: Envelope, raw: Buffer): Promise<Delivery>
  /** Signs in and says what was wrong, or nothing. */
  check(): Promise<Refusal | undefined>
  /** How many connections it may open from now on; those that are open end when their mail is out. */
  limit(connections: number): void
  close(): void
}

type Settings = Pick<Config, 'smtpUrl' | 'mailConnections'>

const timeoutMs = 30_000

/** The mail server of the settings; undefined without one. Nothing is loaded or opened before the first mail. */
export function createMailer({ smtpUrl, mailConnections }: Settings): Mailer | undefined {
  if (smtpUrl === '') return undefined
  let connections = mailConnections
  let pool: ReturnType<typeof openPool> | undefined
  const end = () => {
    pool?.then(opened => opened.close()).catch(() => {})
    pool = undefined
  }
  return {
    send: async ({ from, to }, raw) => {
      try {
        pool ??= openPool(smtpUrl, connections)
        const { response } = await (await pool).sendMail({ envelope: { from, to: [to] }, raw })
        return { kind: 'accepted', response }
      } catch (error) {
        return { kind: 'refused', refusal: refusalOf(error) }
      }
    },
    check: async () => {
      const once = await openPool(smtpUrl, 1)
      try {
        await once.verify()
        return undefined
      } catch (error) {
        return refusalOf(error)
      } finally {
        once.close()
      }
    },
    limit: wanted => {
      if (wanted === connections) return
      connections = wanted
      end()
    },
    close: end,
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
    // A password never goes over the network in the open.
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
