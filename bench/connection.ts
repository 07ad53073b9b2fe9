import net from 'node:net'

export type Reply = { status: number; body: Buffer }

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('content-length: ')

/**
 * One kept HTTP/1.1 connection that sends prepared bytes and reads status and body. `fetch` does more, which
 * would be measured as the server's time.
 */
export class Connection {
  #socket: net.Socket
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined
  #received: Buffer = Buffer.alloc(0)

  private constructor(socket: net.Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#read(chunk))
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
    socket.on('error', error => this.#fail(error))
  }

  static open(port: number, host: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, host)
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  /** One request at a time. */
  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close() {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const bytes = this.#received
    const head = bytes.indexOf(headEnd)
    if (head < 0) return
    const end = head + headEnd.length + lengthOf(bytes.subarray(0, head + 2))
    if (bytes.length < end) return
    this.#received = Buffer.alloc(0)
    const waiting = this.#waiting
    this.#waiting = undefined
    const status = Number(bytes.toString('latin1', 9, 12))
    waiting?.resolve({ status, body: bytes.subarray(head + headEnd.length, end) })
  }

  #fail(error: Error) {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}

function lengthOf(head: Buffer): number {
  const at = head.indexOf(lengthName)
  if (at < 0) return 0
  return Number(head.toString('latin1', at + lengthName.length, head.indexOf('\r', at)))
}

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`
}

export function post(path: string, body: string, headers = ''): string {
  const length = Buffer.byteLength(body)
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`
}
