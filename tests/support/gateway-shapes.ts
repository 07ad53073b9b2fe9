import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

/** The providers' published API descriptions; without them the check is skipped, visibly. */
const shapesFolder = process.env['GATEWAY_SHAPES'] ?? ''

export const hasShapes =
  shapesFolder !== '' && existsSync(join(shapesFolder, 'stripe-fixtures.json'))

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const read = (name: string) => JSON.parse(readFileSync(join(shapesFolder, name), 'utf8')) as Json

/** Each problem once: ids are left out of the paths they occur in. */
function problemList() {
  const known = new Set<string>()
  return {
    push: (problem: string) => void known.add(problem.replace(/[A-Z0-9]{17}/g, '{id}')),
    all: () => [...known],
  }
}

export type ShapeCheck = {
  /** Checks one response of a fake and collects the problems. */
  check(path: string, status: number, body: unknown): void
  problems(): string[]
  /** The kinds of resource that were checked. */
  readonly met: Set<string>
}

// Members that the published examples lack, because they are older than the SDK or show them on request only.
const newerThanExamples: Readonly<Record<string, readonly string[]>> = {
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  dispute: ['intended_submission_method'],
  'dispute.evidence_details': ['submission_method'],
}
const onlyOnRequest: Readonly<Record<string, readonly string[]>> = {
  charge: ['refunds', 'payment_method_details'],
  dispute: ['payment_method_details'],
}
// Objects whose members depend on the payment; the SDK's types, which the fake uses, cover them.
const open = new Set(
  'metadata data destination_details refunds source next_action last_payment_error'.split(' '),
)

/** The card processor: every resource has the members of its published example, with the same types. */
export function cardShapes(): ShapeCheck {
  const { resources } = read('stripe-fixtures.json') as { resources: Record<string, Json> }
  const problems = problemList()
  const met = new Set<string>()

  function compare(where: string, answered: Json, example: Json) {
    const newer = newerThanExamples[where] ?? []
    const rare = onlyOnRequest[where] ?? []
    for (const name of Object.keys(answered)) {
      if (!(name in example) && !newer.includes(name))
        problems.push(`${where}.${name} is not published`)
    }
    for (const [name, wanted] of Object.entries(example)) {
      if (!(name in answered)) {
        if (!rare.includes(name)) problems.push(`${where}.${name} is missing`)
        continue
      }
      compareValue(`${where}.${name}`, answered[name], wanted)
    }
  }
  function compareValue(where: string, value: unknown, wanted: unknown) {
    if (value === null || wanted === null) return
    const name = where.split('.').at(-1) ?? ''
    const [kind, kindWanted] = [kindOf(value), kindOf(wanted)]
    // A link is an id or, when expanded, the resource itself, which is checked under its own name.
    if (isObject(value) && typeof value['object'] === 'string') resource(value)
    else if (kind !== kindWanted) problems.push(`${where} is ${kind}, published as ${kindWanted}`)
    else if (isObject(value) && isObject(wanted) && !open.has(name)) compare(where, value, wanted)
  }
  function resource(value: Json) {
    const name = String(value['object'])
    if (name === 'list') {
      for (const item of Array.isArray(value['data']) ? value['data'] : []) resource(item as Json)
      return
    }
    const example = resources[name]
    if (!example) {
      problems.push(`${name} is not a published resource`)
      return
    }
    met.add(name)
    compare(name, value, example)
    const data = value['data']
    if (name === 'event' && isObject(data) && isObject(data['object'])) resource(data['object'])
  }
  return {
    problems: problems.all,
    met,
    check(_path, status, body) {
      if (status === 200 && isObject(body)) resource(body)
      else if (!isObject(body) || !isObject(body['error'])) problems.push('An error has no `error`')
    },
  }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

type Described = { file: string; schema: string }

/** The published schema of each of the wallet's responses. */
const walletSchemas: readonly { path: RegExp; status: number; described: Described }[] = [
  ...[
    { path: /^(POST|GET) \/v2\/checkout\/orders(\/[A-Z0-9]+(\/capture)?)?$/, schema: 'order' },
  ].flatMap(({ path, schema }) =>
    [200, 201].map(status => ({
      path,
      status,
      described: { file: 'paypal-checkout_orders_v2.json', schema },
    })),
  ),
  ...[200, 201].flatMap(status => [
    {
      path: /^GET \/v2\/payments\/captures\/[A-Z0-9]+$/,
      status,
      described: { file: 'paypal-payments_payment_v2.json', schema: 'capture' },
    },
    {
      path: /^POST \/v2\/payments\/captures\/[A-Z0-9]+\/refund$/,
      status,
      described: { file: 'paypal-payments_payment_v2.json', schema: 'refund' },
    },
  ]),
  ...[400, 404, 422].flatMap(status => [
    {
      path: /\/v2\/checkout\//,
      status,
      described: { file: 'paypal-checkout_orders_v2.json', schema: `error_${status}` },
    },
    {
      path: /\/v2\/payments\//,
      status,
      described: { file: 'paypal-payments_payment_v2.json', schema: `error_${status}` },
    },
  ]),
  {
    path: /^event$/,
    status: 200,
    described: { file: 'paypal-notifications_webhooks_v1.json', schema: 'event' },
  },
  {
    path: /^POST \/v1\/notifications\/webhooks$/,
    status: 201,
    described: { file: 'paypal-notifications_webhooks_v1.json', schema: 'webhook' },
  },
  {
    path: /^POST \/v2\/customer\/partner-referrals$/,
    status: 201,
    described: {
      file: 'paypal-customer_partner_referrals_v2.json',
      schema: 'create_referral_data_response',
    },
  },
]

// Without a published description: tokens, certificates, a merchant's status and credentials.
const undescribed =
  /\/v1\/oauth2\/|\/v1\/notifications\/certs\/|\/v1\/customer\/partners\/|^GET \/v1\/notifications/

/** The wallet: every response fits its schema in the published OpenAPI description. */
export function walletShapes(): ShapeCheck {
  const problems = problemList()
  const met = new Set<string>()
  const schemas = publishedSchemas()
  return {
    problems: problems.all,
    met,
    check(path, status, body) {
      if (status === 204 || status === 401 || status === 403 || undescribed.test(path)) return
      const found = walletSchemas.find(one => one.status === status && one.path.test(path))
      if (!found) {
        problems.push(`${status} ${path}: nothing published fits`)
        return
      }
      const { file, schema } = found.described
      met.add(`${file.replace(/^paypal-|\.json$/g, '')}.${schema}`)
      const validate = schemas(file, schema)
      if (validate(body)) return
      const why = (validate.errors ?? [])
        .map(one => `${one.instancePath} ${one.message}`)
        .join('; ')
      problems.push(`${status} ${path} is no ${schema}: ${why}`)
    },
  }
}

/** The schemas of the published files; unknown members are refused unless the file allows them. */
export function publishedSchemas() {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, logger: false })
  formats.default(ajv)
  const loaded = new Set<string>()
  const known = new Map<string, ValidateFunction>()
  return (file: string, schema: string): ValidateFunction => {
    if (!loaded.has(file)) {
      ajv.addSchema({ $id: file, components: read(file)['components'] })
      loaded.add(file)
    }
    const key = `${file}#/components/schemas/${schema}`
    const validate = known.get(key) ?? ajv.compile({ $ref: key })
    known.set(key, validate)
    return validate
  }
}
