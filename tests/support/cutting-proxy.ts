import net from 'node:net'

/** The fate of the next COMMIT. */
export type Cut =
  | 'pass'
  | 'before the server sees it'
  | 'before the client hears of it'
  | 'and the server sees it late'

const lateMilliseconds = 300

/** What happens to new connections: passed on, refused, or left without any response. */
export type Way = 'open' | 'refused' | 'silent'

/**
 * A TCP proxy before PostgreSQL. On request it cuts the connection at the next COMMIT, cuts all connections,
 * or leads to another server. `url` is the address for clients.
 */
export async function cuttingProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  let way: Way = 'open'
  const sockets = new Set<net.Socket>()
  let cut: Cut = 'pass'
  let cuts = 0
  const server = net.createServer(client => {
    if (way === 'refused') {
      client.resetAndDestroy()
      return
    }
    const upstream = net.connect(Number(target.port || 5432), target.hostname)
    let deaf = false
    let late = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        if (!late) upstream.destroy()
      })
    }
    client.on('data', chunk => {
      if (way === 'silent') return
      if (cut === 'pass' || !isCommit(chunk)) {
        upstream.write(chunk)
        return
      }
      cuts += 1
      deaf = true
      const how = cut
      cut = 'pass'
      if (how === 'before the client hears of it') {
        upstream.write(chunk)
        return
      }
      late = how === 'and the server sees it late'
      if (late) setTimeout(() => upstream.end(chunk), lateMilliseconds)
      client.destroy()
    })
    upstream.on('data', chunk => {
      if (way === 'silent') return
      if (deaf) client.destroy()
      else client.write(chunk)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    cutNext: (how: Cut) => {
      cut = how
    },
    cuts: () => cuts,
    /** Cuts every connection, in the middle of whatever it is doing. */
    cutAll: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    set: (next: Way) => {
      way = next
    },
    /** Leads new connections to another server. */
    leadTo: (url: string) => {
      target = new URL(url)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A simple query with the text `commit`. */
function isCommit(chunk: Buffer): boolean {
  return chunk.includes(Buffer.from('commit\0'))
}
