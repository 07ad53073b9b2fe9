import { Duplex } from 'node:stream'

/** Carries protocol bytes to the embedded database and its answer back. */
export type Exchange = (bytes: Uint8Array) => Promise<Uint8Array>

type Chunk = { chunk: Buffer }
type Done = (error?: Error | null) => void

/** What `pg` believes to be a socket. Writes wait for their answer, so messages never overtake each other. */
export class LiteWire extends Duplex {
  readonly #connect: () => Promise<Exchange>
  #exchange: Exchange | undefined

  constructor(connect: () => Promise<Exchange>) {
    super()
    this.#connect = connect
  }

  connect() {
    void this.#open()
    return this
  }

  async #open() {
    try {
      this.#exchange = await this.#connect()
      this.emit('connect')
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  override _read() {}

  // `pg` corks what belongs together (parse, bind, execute, sync), so that it is one exchange.
  override _writev(chunks: Chunk[], done: Done) {
    void this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  async #send(bytes: Buffer, done: Done) {
    try {
      const answer = await this.#exchange?.(bytes)
      if (answer && answer.length > 0 && !this.destroyed) this.push(asBuffer(answer))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
