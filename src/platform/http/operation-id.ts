type Declared = {
  /** E.g. `svc/events/v1`. */
  namespace: string
  methods: readonly string[]
  path: string
  spec: { operation?: string }
}

/**
 * The name of a route in OpenAPI and in clients: a verb and a noun, such as `listEvents`, `getEvent`, `createEvent`,
 * `updateEvent`, `deleteEventBySlug`, `createOrderRefund`. Routes to which no rule applies declare theirs
 * (`operation`).
 */
export function operationId({ namespace, methods, path, spec }: Declared): string {
  if (spec.operation !== undefined) return spec.operation
  const words = path.split('/').filter(word => word !== '')
  const nouns = words.filter(word => !word.startsWith(':')).flatMap(word => spoken[word] ?? [word])
  const isRecord = /\/:\w+$/.test(path)
  const suffix = words.includes('by-slug') ? 'BySlug' : ''
  if (nouns.length === 0 || path === '/doc') return aboutNamespace(namespace, path)
  const [method = 'GET'] = methods
  const last = titled(nouns.at(-1) ?? '')
  const owners = nouns.slice(0, -1).map(noun => singular(titled(noun)))
  const isChange = isRecord || methods.length > 1
  const isWhole = !isRecord && (method === 'GET' || isChange)
  const noun = [...owners, isWhole ? last : singular(last)].join('')
  const verb = verbOf(method, { isChange, isList: isWhole && last.endsWith('s') })
  return `${verb}${noun}${suffix}`
}

function aboutNamespace(namespace: string, path: string): string {
  const [, area = ''] = namespace.split('/')
  return `get${titled(area)}${path === '/doc' ? 'Document' : 'Index'}`
}

function verbOf(method: string, { isChange, isList }: { isChange: boolean; isList: boolean }) {
  if (method === 'GET') return isList ? 'list' : 'get'
  if (method === 'DELETE') return 'delete'
  return isChange ? 'update' : 'create'
}

/** Words for segments of addresses in these names. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  'by-slug': [],
  commerce: [],
  cardprocessor: ['card'],
}

/** `scanner-keys` as `ScannerKeys`. */
const titled = (words: string) =>
  words.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')
