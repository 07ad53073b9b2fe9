import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { SourceRefused } from './source-refused.ts'

const pieceBytes = 256 * 1024

/** The contents of a file, plain or compressed by gzip, piece by piece. Fails with `SourceRefused` when it cannot be decompressed. */
export async function* piecesOf(file: string, what: 'dump' | 'export'): AsyncIterable<Buffer> {
  const stream = createReadStream(file, { highWaterMark: pieceBytes })
  const source = (await isCompressed(file)) ? stream.pipe(createGunzip()) : stream
  if (source !== stream) stream.on('error', error => source.destroy(error))
  try {
    for await (const piece of source) yield piece as Buffer
  } catch (error) {
    if (!((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_')) throw error
    throw new SourceRefused(`The compressed ${what} is damaged or was cut off. Make it again.`)
  } finally {
    stream.destroy()
  }
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('hex') === '1f8b'
  } finally {
    await handle.close()
  }
}
