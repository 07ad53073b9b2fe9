import http from 'node:http'
import type { AddressInfo } from 'node:net'

const lookMilliseconds = 100

type Backend = { base: string; ready: boolean; agent: http.Agent; looking: Promise<void> }

/**
 * A load balancer before several processes. It checks `/readyz` of each, keeps connections open, and sends
 * every request to a ready process. It never repeats a request: a refused connection is 502 to the client.
 */
export async function frontProxy() {
  const backends = new Map<string, Backend>()
  const counts: Record<string, number> = {}
  let turn = 0

  function pick(): Backend | undefined {
    const ready = [...backends.values()].filter(backend => backend.ready)
    turn += 1
    return ready[turn % ready.length]
  }

  const server = http.createServer((request, response) => {
    const backend = pick()
    const fail = () => {
      if (!response.headersSent) response.writeHead(502)
      response.end()
    }
    if (!backend) return fail()
    counts[backend.base] = (counts[backend.base] ?? 0) + 1
    const { method, headers, url } = request
    const passed = http.request(
      `${backend.base}${url}`,
      { agent: backend.agent, method: method ?? 'GET', headers },
      answer => {
        const { connection: _, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 502, kept)
        answer.pipe(response)
        answer.once('error', fail)
      },
    )
    passed.once('error', fail)
    request.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  async function look(backend: Backend) {
    const answer = await fetch(`${backend.base}/readyz`, {
      signal: AbortSignal.timeout(5000),
      headers: { connection: 'close' },
    }).catch(() => undefined)
    await answer?.text().catch(() => '')
    backend.ready = answer?.status === 200
  }

  const looking = setInterval(() => {
    for (const backend of backends.values()) backend.looking = look(backend)
  }, lookMilliseconds)

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Adds a process and waits until it is ready. */
    add: async (base: string) => {
      const agent = new http.Agent({ keepAlive: true })
      const backend = { base, ready: false, agent, looking: Promise.resolve() }
      backends.set(base, backend)
      while (!backend.ready) await look(backend)
    },
    /** Removes a process that has ended. */
    remove: (base: string) => {
      backends.get(base)?.agent.destroy()
      backends.delete(base)
    },
    /** The number of requests sent to each process. */
    counts,
    close: async () => {
      clearInterval(looking)
      for (const backend of backends.values()) backend.agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
