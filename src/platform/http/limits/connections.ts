import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../../core/errors.ts'
import { networkOf } from '../../net/network-of.ts'
import { rawFailure } from '../answer/failures.ts'

/** How long the client has to read why its connection ends. */
const lastWordsMs = 500

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'rest_request_timeout',
  HPE_HEADER_OVERFLOW: 'rest_headers_too_large',
}

/**
 * Ends a connection that sent no valid request, or sent it too slowly. Ending closes only our half. A client that
 * keeps its half open would hold the connection for ever, so it is destroyed soon after. `page` is the address of the
 * page of errors.
 */
export const refuseBytes = (page: string) => (error: NodeJS.ErrnoException, socket: Socket) =>
  refuse(socket, codes[error.code ?? ''] ?? 'rest_invalid_body', page)

function refuse(socket: Socket, code: ErrorCode, page: string) {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(rawFailure(code, page))
  const timer = setTimeout(() => socket.destroy(), lastWordsMs)
  socket.once('close', () => clearTimeout(timer))
}

export type ConnectionLimits = {
  /** The limit for one network; 0 where connections come from a proxy, which does not tell its clients. */
  perNetwork: number
  inAll: number
}

/**
 * Refuses connections beyond these numbers, because each costs memory and a file before it sends a request. `page` is
 * the address of the page of errors.
 */
export function limitConnections(
  server: Server,
  { perNetwork, inAll }: ConnectionLimits,
  page: string,
) {
  server.maxConnections = inAll
  if (perNetwork === 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > perNetwork) {
      refuse(socket, 'rest_too_many_requests', page)
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
