import type { TestRequest, TestApp } from './start-app.ts'

type Described = { paths: Record<string, Record<string, { operationId: string }>> }

export type Example = { parameters?: Record<string, unknown>; body?: unknown; answer: unknown }

export type Ask = {
  /** Parameters of the path. */
  path?: Record<string, string | number>
  query?: Exclude<TestRequest['query'], undefined>
  body?: unknown
  as?: TestRequest['as']
  headers?: Record<string, string>
  /** Whether the body is bytes, of which an example would say nothing. */
  bytes?: true
}

/** Members whose values nobody can foresee; an example has the word in their place. */
const secrets: Record<string, string> = {
  security_code: 'a1b2c3d4e5',
  cart_hash: 'the-secret-of-the-cart',
  api_key: 'the-api-key',
  password: 'the-application-password',
  client_secret: 'the-secret-of-the-payment',
  payment_intent_id: 'pi_example',
  gateway_order_id: 'the-payment',
  nonce: 'the-nonce',
  add: 'the-add-nonce',
  edit: 'the-edit-nonce',
  remove: 'the-remove-nonce',
  x: 'the-public-key',
  cursor: 'the-cursor',
  next: 'the-cursor',
  secret: 'THESECRETINBASE32',
  token: 'the-token-of-the-pairing',
  sealed: 'the-sealed-name',
  uri: 'otpauth://totp/City%20Theatre:grace?secret=THESECRETINBASE32',
  recovery_code: '7hdk-m2qx-9vbt-c4wp',
  message_id: '<message@tickets.example>',
  redirect_url: 'https://tickets.example/order/?tc-order-id=1',
  order_url: 'https://tickets.example/tickets-order/?tc-order-id=1&key=the-key-of-the-order',
  return_url: 'https://tickets.example/order/?tc-order-id=1',
  approve_url: 'https://wallet.example/approve?token=1',
  qr_url: 'https://tickets.example/qr.png',
}

/**
 * Calls operations by their names, as docs/openapi.json has them, and remembers what was sent and answered. What differs
 * from run to run (secrets, times of the day on which it runs) is replaced by fixed words.
 */
export function exampleRecorder(app: TestApp, document: Described) {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, { path, method }]),
    ),
  )
  const examples: Record<string, Example> = {}
  const replaced = new Map<string, string>()

  async function ask(operationId: string, sent: Ask = {}): Promise<any> {
    const operation = operations.get(operationId)
    if (!operation) throw new Error(`There is no operation ${operationId}.`)
    const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(sent.path?.[name])),
    )
    const { body, query, as = 'administrator', headers } = sent
    const got = await app.call(operation.method.toUpperCase(), url, {
      as,
      ...(body !== undefined && { body }),
      ...(query && { query }),
      ...(headers && { headers }),
    })
    if (got.status > 299) throw new Error(`${operationId} answered ${got.status}: ${got.text}`)
    const isPaper = got.headers['content-type'] === 'application/pdf'
    const answer = isPaper ? 'The file, a PDF.' : got.json === undefined ? got.text : got.json
    note(answer, replaced)
    noteCode(body, replaced)
    const parameters = { ...sent.path, ...query }
    examples[operationId] = {
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(body !== undefined && !sent.bytes && { body }),
      answer,
    }
    return answer
  }

  return {
    ask,
    /** The examples by operation, the same in every run. */
    recorded: () => JSON.parse(stable(JSON.stringify(examples), replaced)) as typeof examples,
  }
}

/**
 * A code of a second factor that was sent (a recovery code is known from the answer that told it), and the seal of a
 * phone's file, and codes of tickets that come back.
 */
function noteCode(body: unknown, replaced: Map<string, string>) {
  const { code, codes, seal } = (body ?? {}) as Record<string, unknown>
  if (Array.isArray(codes)) for (const one of codes) replaced.set(String(one), 'KRTM WXAB')
  if (typeof seal === 'string') replaced.set(seal, '9f'.repeat(32))
  if (typeof code === 'string' && !replaced.has(code)) replaced.set(code, '492039')
}

function note(value: unknown, replaced: Map<string, string>, name = '') {
  if (Array.isArray(value)) {
    // Each recovery code is a secret of its own.
    for (const item of value) note(item, replaced, name === 'recovery_codes' ? 'recovery_code' : '')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) note(member, replaced, key)
  } else if (typeof value === 'string' && value.length > 5 && isSecret(name, value)) {
    replaced.set(value, secrets[name] ?? '')
  }
}

/** Addresses of orders are secrets; where a provider comes back to is not. */
const isSecret = (name: string, value: string) =>
  secrets[name] !== undefined && (name !== 'return_url' || value.includes('tc-order-id='))

const today = '2026-11-21'

function stable(text: string, replaced: Map<string, string>): string {
  let result = text
  // Addresses contain secrets, so the longest go first.
  const found = [...replaced].sort(([one], [other]) => other.length - one.length)
  for (const [value, word] of found) {
    result = result.replaceAll(
      JSON.stringify(value).slice(1, -1),
      JSON.stringify(word).slice(1, -1),
    )
  }
  return (
    result
      .replaceAll('http://tickets.test', 'https://tickets.example')
      .replaceAll('tickets.test', 'tickets.example')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://wallet.example')
      .replace(/(\/images\/\d+-)[0-9a-f]{32}/g, '$1the-name-of-the-picture')
      // Of a code, lists of doors have the beginning of a hash.
      .replace(/"(code|typed)":"[0-9a-f]{16}"/g, '"$1":"53c2b35d3857b37a"')
      .replace(/"door_code":"[A-Z]{8}"/g, '"door_code":"KRTMWXAQ"')
      .replace(/(\/sign-in\/link\/)[\w-]+/g, '$1the-token')
      .replace(/\b20(?!31)\d\d-\d\d-\d\d([T ])\d\d:\d\d:\d\d(?:\.\d+)?/g, `${today}$112:00:00`)
      .replace(/\b20(?!31)\d\d-\d\d-\d\d\b/g, today)
      .replace(
        /"year":"(?!2031)\d{4}","month":"\d\d","day":"\d\d","hour":"\d\d","minutes":"\d\d","seconds":"\d\d"/g,
        '"year":"2026","month":"11","day":"21","hour":"12","minutes":"00","seconds":"00"',
      )
  )
}
