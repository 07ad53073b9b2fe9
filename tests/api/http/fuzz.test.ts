// Database: in the short run a server alone, where there is one.
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorTable } from '../../../src/core/error-table.ts'
import type { DeclaredRoute } from '../../../src/platform/http/route.ts'
import { onPostgres } from '../../support/database.ts'
import { knownValues, recipes } from '../../support/fuzz/recipes.ts'
import { type Drawn, onWire, requestsOf } from '../../support/fuzz/requests.ts'
import { listen, type WireAnswer } from '../../support/fuzz/wire.ts'
import { plantWorld } from '../../support/fuzz/world.ts'
import { startApp } from '../../support/start-app.ts'

const long = process.env['LONG'] !== undefined
/** The number of requests per route. */
const samples = long ? 400 : onPostgres ? 4 : 2
/** The short run always sends the same requests, the long run new ones. */
const seed = Number(process.env['SEED'] ?? (long ? Math.floor(Math.random() * 1_000_000) : 1))

const app = await startApp({ OPEN_CARTS_PER_ADDRESS: '100000' })
const world = await plantWorld(app)
const send = await listen(app)
const means = { known: knownValues(world), recipes: recipes(world), picture: world.content }
const authorizations = {
  anonymous: undefined,
  administrator: (await app.person('administrator')).authorization,
  subscriber: (await app.person('subscriber')).authorization,
  scanner: `Bearer ${world.scannerKeys[0].api_key}`,
}

/** What paired phones alone may ask is asked by one. */
const ofPhones = new Set(['/door/snapshot', '/door/changes', '/door/scans'])
const phone = `Bearer ${world.phoneSecret}`
const authorizationAt = ({ path }: DeclaredRoute, role: Drawn['role']) =>
  role === 'administrator' && ofPhones.has(path) ? phone : authorizations[role]

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addKeyword({ keyword: 'holds' })

/** Routes that no generated request can bring to a 2xx, and why. */
const neverDone: Record<string, string> = {
  'GET /imports/:id': 'needs a run of a command; tests/importing has one',
  'GET /commerce/cardprocessor/return': 'answers with a redirect',
  'GET /commerce/stripe/return': 'answers with a redirect',
  'GET /commerce/wallet/on-boarding': 'answers with a redirect',
  'GET /commerce/paypal/on-boarding': 'answers with a redirect',
  'POST /commerce/wallet/sign-up': 'needs a provider; tests/flows/connecting has one',
  'POST /commerce/paypal/sign-up': 'needs a provider',
  'POST /commerce/wallet/on-boarding': 'needs a provider',
  'POST /commerce/paypal/on-boarding': 'needs a provider',
  'POST /commerce/cardprocessor/webhook':
    'needs the signature of a provider; tests/gateways has one',
  'POST /commerce/stripe/webhook': 'needs the signature of a provider',
  'POST /commerce/wallet/webhook': 'needs the signature of a provider',
  'POST /commerce/paypal/webhook': 'needs the signature of a provider',
}

const internal =
  /node_modules|\.ts:\d+|\n\s+at |violates .* constraint|relation "\w+"|syntax error at or near|duplicate key value|column "|kysely|\bpg_(?:advisory|attribute|backend|catalog|class|constraint|database|index|locks|notify|stat|temp|toast|try|type)|ECONNREFUSED|invalid input syntax|out of range for type/i
/** Refused scans have the body {msg, error} that scanner apps know, and nothing else. */
const isDoorRefusal = (route: DeclaredRoute, json: any) =>
  route.path === '/qr' && typeof json.msg === 'string' && typeof json.error === 'string'

/** What is wrong with a response; nothing when it is as promised. */
function complaints(route: DeclaredRoute, request: Drawn, answer: WireAnswer): string[] {
  const { status, type, text } = answer
  const wrong: string[] = []
  if (status >= 500 && !isHonest(route, status)) wrong.push(`status ${status}`)
  if (internal.test(text)) wrong.push(`tells what is inside: ${internal.exec(text)?.[0]}`)
  if (!type.startsWith('application/json')) return wrong
  let json: any
  try {
    json = JSON.parse(text)
  } catch {
    return [...wrong, 'is no JSON']
  }
  if (/_fields|_envelope|_jsonp|_method/.test(request.query)) return wrong
  if (status >= 400) return [...wrong, ...errorComplaints(route, json, status)]
  const overridden = 'x-http-method-override' in request.headers
  if (status >= 300 || overridden || ajv.validate(route.spec.returns, json)) return wrong
  return [...wrong, `not as declared: ${ajv.errorsText()}`]
}

/** A provider that is not configured or unreachable is no fault of ours, if the response says so. */
const isHonest = ({ spec }: DeclaredRoute, status: number) =>
  (status === 502 && (spec.errors ?? []).includes('payment-provider-unavailable')) ||
  (status === 501 && (spec.errors ?? []).includes('payment-provider-not-configured'))

function errorComplaints(route: DeclaredRoute, json: any, status: number): string[] {
  if (isDoorRefusal(route, json)) return []
  const { code, message, data } = json
  if (typeof code !== 'string' || typeof message !== 'string') return ['no error body']
  if (data?.status !== status) return [`says status ${data?.status} and is ${status}`]
  return Object.hasOwn(errorTable, code) ? [] : [`unknown code ${code}`]
}

const nameOf = ({ methods, path }: DeclaredRoute) => `${methods.join()} ${path}`
const fullNameOf = (route: DeclaredRoute) => `${route.namespace} ${nameOf(route)}`
const shown = (request: Drawn) =>
  `${request.role} ${request.method} ${request.path}?${request.query} ${JSON.stringify(request.headers)} ${request.body?.subarray(0, 400).toString()}`

test(`every route answers any input as declared and never with a 5xx (SEED=${seed})`, async () => {
  const reached = new Map<string, number>(app.routes.map(route => [fullNameOf(route), 0]))
  const wrong = new Map<string, string>()
  const ask = async (route: DeclaredRoute, request: Drawn) => {
    const root = `/${route.namespace}`
    const answer = await send(onWire(request, root, authorizationAt(route, request.role)))
    const name = fullNameOf(route)
    if (answer.status < 300) reached.set(name, (reached.get(name) ?? 0) + 1)
    for (const complaint of complaints(route, request, answer)) {
      const key = `${name}: ${complaint}`
      if (!wrong.has(key))
        wrong.set(key, `${shown(request)}\n  → ${answer.status} ${answer.text.slice(0, 300)}`)
    }
  }
  // Deletes come last, so that the other requests find their records.
  const deleting = (route: DeclaredRoute) =>
    Number(route.methods.includes('DELETE') || route.path.endsWith('/cancel'))
  const ordered = [...app.routes].sort((a, b) => deleting(a) - deleting(b))
  for (const route of ordered) {
    const { straight } = requestsOf(route, means)
    for (const request of fc.sample(straight, { numRuns: 2, seed })) await ask(route, request)
    const isDone = () => nameOf(route) in neverDone || reached.get(fullNameOf(route)) !== 0
    if (isDone()) continue
    // A route may refuse one record, hidden or deleted, so others are tried up to a limit.
    for (const request of fc.sample(straight, { numRuns: 12, seed }).slice(2)) {
      if (!isDone()) await ask(route, request)
    }
  }
  for (const route of ordered) {
    const odd = fc.sample(requestsOf(route, means).odd, { numRuns: samples, seed })
    for (const request of odd) await ask(route, request)
  }
  expect([...wrong].map(([what, request]) => `${what}\n  ${request}`).join('\n\n')).toBe('')
  const missed = app.routes.filter(route => reached.get(fullNameOf(route)) === 0)
  expect(missed.map(nameOf).filter(name => !(name in neverDone))).toEqual([])
})
