import { Duplex } from 'node:stream'

/** Sends protocol bytes to the embedded database and returns its answer. */
export type Exchange = (bytes: Uint8Array) => Promise<Uint8Array>

type Chunk = { chunk: Buffer }
type Done = (error?: Error | null) => void

/** The socket of `pg`. Each write waits for its answer, so messages stay in order. */
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

  // `pg` corks messages that belong together (parse, bind, execute, sync); they are sent as one.
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
