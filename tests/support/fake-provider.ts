import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomFrom } from './fake-random.ts'

/** A request as a fake provider sees it. */
export type ProviderRequest = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  text: string
}

export type ProviderAnswer = {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * A fault. `before`: the provider did nothing; `after`: it did the work, and only the response is lost. `held`: it did the
 * work, and its response comes when the promise is settled.
 */
export type Fault =
  | { kind: 'status'; status: number; when: 'before' | 'after'; retryAfterSeconds?: number }
  | { kind: 'drop'; when: 'before' | 'after' }
  | { kind: 'slow'; ms: number }
  | { kind: 'held'; until: Promise<unknown> }
  | { kind: 'hang' }

type Faults = {
  /** The next matching request (`POST /v1/refunds`) meets this fault. */
  next(fault: Fault, matching?: RegExp): void
  /** From now on every request meets a random fault with this probability; the seed decides which. */
  random(plan: { seed: number; chance: number }): void
  /** Called before every request takes effect, until `clear`. */
  decide(meets: (request: string) => Fault | undefined): void
  /** Ends all faults. */
  clear(): void
}

type SeenRequest = { method: string; path: string; key: string | undefined; status: number }

export type Provider = {
  readonly url: string
  readonly faults: Faults
  /** Every request received, with the status it got or would have got (0: none). */
  readonly seen: readonly SeenRequest[]
  /** Forgets all idempotency keys, as providers do after hours or a day. */
  forgetKeys(): void
  close(): Promise<void>
}

export type ProviderRules = {
  /** Handles a request in one step, so that requests cannot interleave. */
  handle(request: ProviderRequest): ProviderAnswer
  /** The request's idempotency key. */
  keyOf(request: ProviderRequest): string | undefined
  forgetKeys(): void
  /** The provider's response to a fault. */
  outage(status: number): unknown
  /** A 5xx after the effect: some providers repeat that 5xx for the key. */
  onFailedAfterEffect?(request: ProviderRequest, answer: ProviderAnswer): void
  /** Called with every complete response, e.g. to check its shape. */
  onAnswer?(request: ProviderRequest, answer: ProviderAnswer): void
}

/** A fake provider on a real socket. */
export async function startProvider(rules: ProviderRules): Promise<Provider> {
  const plan = faultPlan()
  const seen: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    void answer(incoming, response)
  })
  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const request = await receive(incoming)
    const fault = plan.take(`${request.method} ${request.path}`)
    const status = play({ rules, request, response, fault })
    seen.push({ method: request.method, path: request.path, key: rules.keyOf(request), status })
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    faults: plan.faults,
    seen,
    forgetKeys: () => rules.forgetKeys(),
    close: () => close(server),
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

async function receive(incoming: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?')
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  return {
    method: incoming.method ?? 'GET',
    path,
    query,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(chunks).toString('utf8'),
  }
}

function play(turn: {
  rules: ProviderRules
  request: ProviderRequest
  response: ServerResponse
  fault: Fault | undefined
}): number {
  const { rules, request, response, fault } = turn
  const answer = effectOf(rules, request, fault)
  if (fault?.kind === 'drop') response.destroy()
  if (fault?.kind === 'drop' || fault?.kind === 'hang') return 0
  if (fault?.kind === 'slow') setTimeout(() => write(response, answer), fault.ms)
  else if (fault?.kind === 'held') void fault.until.then(() => write(response, answer))
  else write(response, answer)
  return answer.status
}

/** Handles the request, unless it is lost on the way in. Returns what goes on the wire. */
function effectOf(rules: ProviderRules, request: ProviderRequest, fault: Fault | undefined) {
  const isLost = fault !== undefined && 'when' in fault && fault.when === 'before'
  const failure = outage(rules, fault?.kind === 'status' ? fault : { status: 500 })
  if (isLost) return failure
  const answer = rules.handle(request)
  rules.onAnswer?.(request, answer)
  if (fault?.kind !== 'status') return answer
  rules.onFailedAfterEffect?.(request, failure)
  return failure
}

function outage(
  rules: ProviderRules,
  fault: { status: number; retryAfterSeconds?: number },
): ProviderAnswer {
  const retry = fault.retryAfterSeconds
  const headers = retry === undefined ? {} : { 'retry-after': String(retry) }
  return { status: fault.status, body: rules.outage(fault.status), headers }
}

function write(response: ServerResponse, answer: ProviderAnswer): void {
  if (response.destroyed) return
  const isText = typeof answer.body === 'string'
  response.writeHead(answer.status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    ...answer.headers,
  })
  if (answer.status === 204) response.end()
  else response.end(isText ? answer.body : JSON.stringify(answer.body))
}

function faultPlan() {
  let queue: { fault: Fault; matching: RegExp }[] = []
  let chance = 0
  let draw = randomFrom(0)
  let decided: ((request: string) => Fault | undefined) | undefined
  const bad: readonly Fault[] = [
    { kind: 'drop', when: 'before' },
    { kind: 'drop', when: 'after' },
    { kind: 'status', status: 503, when: 'before' },
    { kind: 'status', status: 429, when: 'before', retryAfterSeconds: 0 },
    { kind: 'status', status: 502, when: 'after' },
    { kind: 'slow', ms: 5 },
  ]
  const faults: Faults = {
    next: (fault, matching = /./) => void queue.push({ fault, matching }),
    random: plan => {
      draw = randomFrom(plan.seed)
      chance = plan.chance
    },
    decide: meets => {
      decided = meets
    },
    clear: () => {
      queue = []
      chance = 0
      decided = undefined
    },
  }
  function take(request: string): Fault | undefined {
    const fault = decided?.(request)
    if (fault) return fault
    const index = queue.findIndex(({ matching }) => matching.test(request))
    if (index >= 0) return queue.splice(index, 1)[0]?.fault
    return chance > 0 && draw() < chance ? bad[Math.floor(draw() * bad.length)] : undefined
  }
  return { faults, take }
}
