import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

const mailsWithinSeconds = 600

/** A mail server that takes everything, and when it took each mail. */
export async function startSink() {
  const taken: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => {
        taken.push(performance.now())
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

export type Sink = Awaited<ReturnType<typeof startSink>>

export async function untilTaken(sink: Sink, count: number): Promise<number> {
  const until = performance.now() + mailsWithinSeconds * 1000
  while (sink.taken.length < count) {
    if (performance.now() > until) {
      throw new Error(`${sink.taken.length} of ${count} mails came within ten minutes.`)
    }
    await wait(5)
  }
  return sink.taken[count - 1] ?? 0
}
