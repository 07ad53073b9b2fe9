import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { fixture } from './moved.ts'

type Recorded = { status: number; body: any }
type Answers = Record<string, Recorded>

const recorded = JSON.parse(
  gunzipSync(readFileSync(fixture('sample.rest.json.gz'))).toString('utf8'),
) as { anonymous: Answers; admin: Answers }

export const credentials = 'felin:tG7mQ2xLw9RzKc4NbV8yHs1D'

const index = {
  name: 'Cymdeithas &amp; Llan',
  home: 'https://old.example.org',
  timezone_string: 'Europe/London',
  namespaces: ['tribe/events/v1', 'tribe/tickets/v1', 'wp/v2'],
}

/** The sample as a running site, over a socket: what was recorded of it, and lists of that, one record a page. */
export async function startOldSite(
  faults: { busy?: number; silent?: boolean; large?: boolean } = {},
) {
  let busy = faults.busy ?? 0
  const requests: string[] = []
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://old')
    requests.push(pathname)
    if (faults.silent) return
    if (busy > 0) {
      busy -= 1
      response.writeHead(503).end()
      return
    }
    const isKnown =
      request.headers.authorization === `Basic ${Buffer.from(credentials).toString('base64')}`
    const { status, body } = answerTo(pathname, searchParams, isKnown)
    const sent = faults.large
      ? JSON.stringify({ namespaces: [], much: 'x'.repeat(11 * 1024 * 1024) })
      : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(sent)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

function answerTo(pathname: string, query: URLSearchParams, isKnown: boolean): Recorded {
  const path = pathname.replace('/wp-json/', '')
  const answers = isKnown ? { ...recorded.anonymous, ...recorded.admin } : recorded.anonymous
  if (path === '') return { status: 200, body: index }
  if (path === 'wp/v2/users/me')
    return isKnown ? { status: 200, body: { id: 3 } } : { status: 401, body: {} }
  if (path === 'wp/v2/users') {
    const felin = {
      id: 3,
      username: 'felin',
      email: 'felin@old.example.org',
      name: 'Felin',
      roles: ['administrator'],
    }
    return isKnown ? { status: 200, body: [felin] } : { status: 401, body: {} }
  }
  const whole = Object.entries(answers).find(([name]) => name.split('?')[0] === path)
  const [, collection = ''] = /\/(events|tickets)$/.exec(path) ?? []
  if (whole && collection === '') return whole[1]
  const single = new RegExp(`^${path}/\\d+$`)
  const records = Object.entries(answers).flatMap(([name, { status, body }]) =>
    single.test(name) && status === 200 && !Array.isArray(body) ? [body] : [],
  )
  if (records.length === 0) return { status: 404, body: { code: 'rest_no_route' } }
  const page = Number(query.get('page') ?? 1)
  return {
    status: 200,
    body: { [collection]: { 3: records[page - 1] }, total_pages: records.length },
  }
}
