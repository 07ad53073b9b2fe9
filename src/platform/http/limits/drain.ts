import type { FastifyInstance } from 'fastify'

const lookMilliseconds = 50
const silenceMilliseconds = 1000

/**
 * Lets a closing server end after its last answer. A client keeps its connection for a next request, or opened one
 * without a request yet. Node counts neither as idle at the moment of closing, and each would keep the process alive.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let answering = 0
  app.server.on('request', (_request, response) => {
    answering += 1
    response.once('close', () => {
      answering -= 1
    })
  })
  app.addHook('preClose', async () => {
    // A server that never listened, as in tests and scripts, has no connections and emits no close event.
    if (!app.server.listening) return
    const silentAt = performance.now() + silenceMilliseconds
    const looking = setInterval(() => {
      if (answering === 0 && performance.now() >= silentAt) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
    }, lookMilliseconds)
    app.server.once('close', () => clearInterval(looking))
  })
}

/** Announces the stop of a server that still accepts requests. */
export type StopNotice = {
  /**
   * From now on `/readyz` is 503, and every answer closes its connection, so that the client's next one goes
   * elsewhere.
   */
  give(): void
  isGiven(): boolean
}

/** A proxy learns of a stop only at its next check, and the requests that it sends until then must be answered. */
export function stopNotice(): StopNotice {
  let given = false
  const give = () => {
    given = true
  }
  return { give, isGiven: () => given }
}

/** Closes the connection with every answer, as a closing server does by itself. */
export function tellOfStop(app: FastifyInstance, stop: StopNotice) {
  app.addHook('onSend', async (_request, reply) => {
    if (stop.isGiven()) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => stop.give())
}
