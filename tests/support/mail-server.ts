import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './at-end.ts'

export type Received = { from: string; to: string; raw: string; at: number }

/** The server's reply at a step instead of accepting the mail; `cut` ends the connection after the mail was sent. */
type Refusal =
  | { at: 'mail' | 'rcpt' | 'data'; code: number; text?: string }
  | { at: 'data'; cut: true }

/** A mail server that accepts every mail unless a test says otherwise. It ends with the test file. */
export async function startMailServer({ password }: { password?: string } = {}) {
  const received: Received[] = []
  let refuse: (to: string) => Refusal | undefined = () => undefined
  const sockets = { open: 0, most: 0 }
  const refused = ({ code, text }: { code: number; text?: string }) =>
    Object.assign(new Error(text ?? 'no'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: 'ok' }) : done(refused({ code: 535 })),
    onConnect: (_session, done) => {
      sockets.open += 1
      sockets.most = Math.max(sockets.most, sockets.open)
      done()
    },
    onClose: () => {
      sockets.open -= 1
    },
    onMailFrom: (_address, _session, done) => {
      const said = refuse('')
      done(said?.at === 'mail' ? refused(said) : undefined)
    },
    onRcptTo: ({ address }, _session, done) => {
      const said = refuse(address)
      done(said?.at === 'rcpt' ? refused(said) : undefined)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo[0]?.address ?? ''
        const said = refuse(to)
        const isCut = said && 'cut' in said
        if (said?.at === 'data' && !isCut) return done(refused(said))
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to, raw: Buffer.concat(chunks).toString(), at: performance.now() })
        if (isCut)
          return (session as unknown as { connection?: never }) && server.emit('cut', session)
        return done()
      })
    },
  })
  // The session's connection ends, with everything behind it.
  server.on('cut', session => {
    for (const connection of (server as unknown as { connections: Set<Connection> }).connections) {
      if (connection.session.id === (session as { id: string }).id) connection['_socket'].destroy()
    }
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  atEnd(close)
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    sockets,
    /** From now on the server replies like this. */
    refuse: (how: typeof refuse) => {
      refuse = how
    },
    close,
  }
}

type Connection = { session: { id: string }; _socket: { destroy(): void } }
