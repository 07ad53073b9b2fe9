import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'

export type Import = { from: string; to: string }
export type Breach = Import & { rule: string }

const areas = [
  'core',
  'config',
  'platform',
  'access',
  'catalogue',
  'ticketing',
  'shop',
  'messaging',
  'organising',
  'importing',
  'web',
  'cli',
]
const businessAreas = new Set([
  'access',
  'catalogue',
  'ticketing',
  'shop',
  'messaging',
  'organising',
  'importing',
])
/** Roles of files by their whole names: `store.ts` and `store.counts.ts`, but not `restore.ts`. */
const insideOnly = /\/((routes|store)(\.[\w-]+)?|schema|view|filters|jobs)\.ts$/
const putTogether = /\/(routes(\.[\w-]+)?|jobs)\.ts$/
const speaksSql = /(^src\/platform\/db\/|\/((store|lookup)(\.[\w-]+)?|filters)\.ts$)/
/** Packages that only compute, for files that must stay pure. A new one needs a reason in docs/decisions. */
const pureForCore = new Set([
  '@sindresorhus/slugify',
  'entities',
  'intl-messageformat',
  'sanitize-html',
  'temporal-polyfill',
])
const pureForRules = new Set(['node:crypto', 'node:zlib'])

const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx', '.js', '.json'],
  conditionNames: ['node', 'import', 'default'],
})

/** Every import of a module, resolved: paths below the root for own modules, package names for others. */
export function importsOf(root: string, file: string): Import[] {
  const absolute = path.join(root, file)
  return requestsOf(absolute, readFileSync(absolute, 'utf8')).map(request => ({
    from: file,
    to: target(root, absolute, request),
  }))
}

/** Every import in a source: static, dynamic (`import()`) and re-exports. */
export function requestsOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      literal(file, source.slice(start, end)),
    ),
  ]
  return [...new Set(requests)]
}

function literal(file: string, expression: string): string {
  const [, text] = /^'([^']+)'$/.exec(expression) ?? []
  if (text === undefined) throw new Error(`${file} imports ${expression}, which names no module.`)
  return text
}

function target(root: string, from: string, request: string): string {
  if (!request.startsWith('.')) return request
  const { path: resolved, error } = resolver.sync(path.dirname(from), request)
  if (!resolved) throw new Error(`${from} imports ${request}: ${error}`)
  return path.relative(root, resolved)
}

/** The imports that break a rule of ARCHITECTURE.md. */
export function breaches(imports: readonly Import[]): Breach[] {
  return imports.flatMap(edge => rulesBroken(edge).map(rule => ({ ...edge, rule })))
}

function rulesBroken(edge: Import): string[] {
  return Object.entries(rules)
    .filter(([, breaks]) => breaks(edge))
    .map(([rule]) => rule)
}

const isOwn = (file: string) => file.startsWith('src/')

const rules: Record<string, (edge: Import) => boolean> = {
  'areas look back only': ({ from, to }) => {
    const [fromArea, toArea] = [areaOf(from), areaOf(to)]
    const above = isOwn(to) && toArea < 0
    return fromArea >= 0 && (toArea > fromArea || (above && areas[fromArea] !== 'cli'))
  },
  'core is pure': ({ from, to }) =>
    from.startsWith('src/core/') && isOwn(to) && !to.startsWith('src/core/'),
  'rules are pure': ({ from, to }) =>
    from.endsWith('/rules.ts') && isOwn(to) && !/^src\/core\/|\/rules\.ts$/.test(to),
  'pure files import pure packages': ({ from, to }) => {
    const isRules = from.endsWith('/rules.ts')
    if (isOwn(to) || !(isRules || from.startsWith('src/core/'))) return false
    return !pureForCore.has(to) && !(isRules && pureForRules.has(to))
  },
  'only stores speak SQL': ({ from, to }) =>
    to === 'kysely' && isOwn(from) && !speaksSql.test(from),
  'inside stays inside': ({ from, to }) =>
    isOwn(to) && insideOnly.test(to) && entersAnother(from, to),
}

/** Shared dependencies count as platform; each area's `deps.ts` and `additions.ts` belong to the area. */
const areaOf = (file: string) =>
  areas.indexOf(file === 'src/deps.ts' ? 'platform' : (/^src\/([^/]+)\//.exec(file)?.[1] ?? ''))

/** Files that put the areas together or start the result; they belong to no area. */
export const isAboveAreas = (file: string) => areaOf(file) < 0

/** The room of a capability that all its other rooms may use. */
const sharedRoom = 'record'

/** Whether an import enters a capability from outside, or one of its rooms from another. */
function entersAnother(from: string, to: string): boolean {
  const [, area, capability, room] = /^src\/([^/]+)\/([^/]+)\/(?:([^/]+)\/)?/.exec(to) ?? []
  if (!area || !capability || !businessAreas.has(area)) return false
  if (isAboveAreas(from)) return !putTogether.test(to)
  const home = `src/${area}/${capability}/`
  if (!from.startsWith(home)) return true
  return room !== undefined && room !== sharedRoom && !from.startsWith(`${home}${room}/`)
}

/** Imports between rooms: a capability's folder stands for its files. */
export function betweenRooms(imports: readonly Import[]): Import[] {
  return imports
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to)
}

const roomOf = (file: string) => /^src\/[^/]+\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0] ?? file

/** One circular chain of imports, or nothing. */
export function findCycle(imports: readonly Import[]): string[] | undefined {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const visit = (file: string, trail: string[]): string[] | undefined => {
    const seen = trail.indexOf(file)
    if (seen >= 0) return [...trail.slice(seen), file]
    if (done.has(file)) return undefined
    for (const to of next.get(file) ?? []) {
      const cycle = visit(to, [...trail, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of next.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}
