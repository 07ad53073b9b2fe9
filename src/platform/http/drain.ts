import type { FastifyInstance } from 'fastify'

const lookMilliseconds = 50
const silenceMilliseconds = 1000

/**
 * Lets a closing server end once it has answered. A client keeps its connection for a next request, and one that was
 * opened ahead has not sent any: neither is idle to Node at the moment of closing, and each would hold the process.
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
    // One that never listened, as in tests and scripts, has no connections and never says that it closed.
    if (!app.server.listening) return
    const silentAt = performance.now() + silenceMilliseconds
    const looking = setInterval(() => {
      if (answering === 0 && performance.now() >= silentAt) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
    }, lookMilliseconds)
    app.server.once('close', () => clearInterval(looking))
  })
}

/** How a server that is about to stop tells so while it still takes requests. */
export type StopNotice = {
  /** From now on `/readyz` says no, and every answer ends its connection so that the client's next one goes elsewhere. */
  give(): void
  isGiven(): boolean
}

/** A proxy learns of a stop only by asking; until it has, requests that it sends must still be answered. */
export function stopNotice(): StopNotice {
  let given = false
  const give = () => {
    given = true
  }
  return { give, isGiven: () => given }
}

/** Lets every answer of the server tell of the stop, which a closing server gives by itself. */
export function tellOfStop(app: FastifyInstance, stop: StopNotice) {
  app.addHook('onSend', async (_request, reply) => {
    if (stop.isGiven()) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => stop.give())
}
