import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * The headers that helmet gives every answer. They are the same for all, so it is asked once at the start: asking it for
 * each request was a tenth of what a small answer costs.
 */
export function securityHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  let failed: unknown
  helmet(options)(request, response, error => {
    failed = error
  })
  if (failed) throw failed
  const headers = Object.entries(response.getHeaders())
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]))
}
