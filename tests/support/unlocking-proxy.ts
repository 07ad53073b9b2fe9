import net from 'node:net'
import { atEnd } from './at-end.ts'

type Unlocking = {
  /** The statement whose lock is taken off, up to the words `for no key update`. */
  statement: RegExp
  /** Words of the statement before which connections wait until two have come. */
  meet: string
}

/**
 * A TCP proxy before PostgreSQL that takes the lock off one statement, for showing what the lock is good for. So that two
 * transactions surely overlap, the first waits before it writes until a second one is about to.
 */
export async function unlockingProxy(databaseUrl: string, { statement, meet }: Unlocking) {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let unlocked = 0
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>(resolve => {
    open = resolve
  })
  const pass = (chunk: Buffer): Buffer => {
    const text = chunk.toString('latin1')
    const without = text.replace(statement, (whole: string) => {
      unlocked += 1
      return whole.replace(/for no key update$/, lock => ' '.repeat(lock.length))
    })
    return Buffer.from(without, 'latin1')
  }
  const server = net.createServer(client => {
    const upstream = net.connect(Number(target.port || 5432), target.hostname)
    let before = Promise.resolve()
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', chunk => {
      if (chunk.includes(meet)) {
        arrived += 1
        if (arrived === 2) open()
        before = before.then(() => both)
      }
      before = before.then(() => void upstream.write(pass(chunk)))
    })
    upstream.on('data', chunk => client.write(chunk))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  return { url: url.href, unlocked: () => unlocked }
}
