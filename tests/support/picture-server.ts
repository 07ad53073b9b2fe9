import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { atEnd } from './at-end.ts'

/** A plain picture of this size. */
export function picture(
  width: number,
  height: number,
  type: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
): Promise<Buffer> {
  const background = { r: 200, g: 80, b: 40 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(type)
    .toBuffer()
}

type Answer = { status?: number; headers?: Record<string, string>; content?: Buffer | string }

/** A web server on 127.0.0.1 for one test file; it counts requests. Unknown paths never get a response. */
export async function startPictureServer(answers: Record<string, Answer>) {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers[path]
    if (!answer) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'image/png', ...answer.headers })
    response.end(answer.content)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, answers, asked }
}
