import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../start-app.ts'
import { atEnd } from '../at-end.ts'

export type WireRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | undefined
}
export type WireAnswer = {
  status: number
  type: string
  text: string
  headers: http.IncomingHttpHeaders
}

/** Lets the service listen on a free local port. Returns a client with one kept connection per concurrent call. */
export async function listen(app: TestApp) {
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  const agent = new http.Agent({ keepAlive: true })
  atEnd(() => agent.destroy())
  return (sent: WireRequest) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const { method, path, body } = sent
      const length = body ? { 'content-length': String(body.length) } : {}
      const headers = { ...sent.headers, ...length }
      const request = http.request(
        { host: '127.0.0.1', port, agent, method, path, headers },
        response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              text: Buffer.concat(chunks).toString(),
              headers: response.headers,
            }),
          )
        },
      )
      request.on('error', reject)
      request.end(body)
    })
}

const bytes = (text: string) => encodeURIComponent(Buffer.from(text).toString())

/** `name=value` pairs: lists as `name[]`, objects as `name[member]`, other values as JSON. */
export function queryOf(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.map(([name, value]) => `${bytes(name)}=${bytes(value)}`).join('&')
}

export function pairsOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.slice(0, 50).map(item => [`${name}[]`, textOf(item)])
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([member, inner]) => [`${name}[${member}]`, textOf(inner)])
  }
  return [[name, textOf(value)]]
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, 6000) : (JSON.stringify(value)?.slice(0, 6000) ?? '')

/** The path with its parameters filled in; an empty one would give the path of another route. */
export const pathOf = (pattern: string, params: Record<string, unknown>) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => bytes(textOf(params[name]).slice(0, 900) || '1'))
