import { messagingOptions } from './messaging-options.ts'
import { pageOptions } from './page-options.ts'
import { paymentOptions } from './payment-options.ts'
import { staffOptions } from './staff-options.ts'
import {
  currency,
  emailAddress,
  longSecret,
  onOff,
  oneOf,
  type Option,
  option,
  origins,
  pathPrefix,
  postgresUrl,
  Problem,
  proxies,
  requestsPerMinute,
  segment,
  text,
  timeZone,
  webAddress,
  wholeNumber,
} from './setting-kinds.ts'

/** Every setting. No other file reads the environment; docs/configuration.md is generated from this table. */
export const options = {
  port: option({
    env: 'PORT',
    doc: 'TCP port to listen on; 0 picks a free one.',
    parse: wholeNumber(0, 65535),
    fallback: 3000,
  }),
  host: option({ env: 'HOST', doc: 'Address to listen on.', parse: text, fallback: '127.0.0.1' }),
  publicUrl: option({
    env: 'PUBLIC_URL',
    doc: 'The URL at which clients reach this service; all absolute URLs begin with it. Default: http://HOST:PORT.',
    parse: webAddress,
    fallback: '',
  }),
  dataDir: option({ env: 'DATA_DIR', doc: 'Folder of the data.', parse: text, fallback: './data' }),
  databaseUrl: option({
    env: 'DATABASE_URL',
    doc: 'PostgreSQL 15 or newer to use instead of the embedded database, with the encoding UTF8; ?sslmode=… as PostgreSQL documents it.',
    parse: postgresUrl,
    fallback: '',
    secret: true,
  }),
  databasePool: option({
    env: 'DATABASE_POOL',
    doc: 'The most connections one process opens to PostgreSQL, beside the one over which it hears what others write. All processes together must stay below max_connections.',
    parse: wholeNumber(2, 200),
    fallback: 10,
  }),
  databaseListenUrl: option({
    env: 'DATABASE_LISTEN_URL',
    doc: 'PostgreSQL itself, with the same database and user, where DATABASE_URL leads to a pooler that lends connections by transaction: over one connection each process hears what the others write. Default: DATABASE_URL.',
    parse: postgresUrl,
    fallback: '',
    secret: true,
  }),
  databasePrepare: option({
    env: 'DATABASE_PREPARE',
    doc: 'Whether to use prepared statements. Behind a pooler that loses them the service turns them off by itself.',
    parse: onOff,
    fallback: true,
  }),
  apiVendor: option({
    env: 'API_VENDOR',
    doc: 'First segment of both namespaces.',
    parse: segment,
    fallback: 'svc',
  }),
  apiStrict: option({
    env: 'API_STRICT',
    doc: 'Refuses unknown parameters with 400 on every route; without it only where a client sends `Prefer: handling=strict`, and on routes that no client of the existing system has.',
    parse: onOff,
    fallback: false,
  }),
  apiPrefix: option({
    env: 'API_PREFIX',
    doc: 'Path before the vendor segment, e.g. /wp-json.',
    parse: pathPrefix,
    fallback: '',
  }),
  timezone: option({
    env: 'SITE_TIMEZONE',
    doc: 'Time zone of dates that are sent without one.',
    parse: timeZone,
    fallback: 'UTC',
  }),
  currency: option({
    env: 'SITE_CURRENCY',
    doc: 'Currency of all prices.',
    parse: currency,
    fallback: 'USD',
  }),
  ...pageOptions,
  ...staffOptions,
  eventsPerPage: option({
    env: 'EVENTS_PER_PAGE',
    doc: 'Default page size of the events namespace.',
    parse: wholeNumber(1, 50),
    fallback: 4,
  }),
  holdMinutes: option({
    env: 'HOLD_MINUTES',
    doc: 'How many minutes a cart holds its places. Extensions and a payment never make it more than three times as many.',
    parse: wholeNumber(1, 1440),
    fallback: 15,
  }),
  stopDelay: option({
    env: 'STOP_DELAY',
    doc: 'Seconds for which a stopping service still takes requests while /readyz reports 503. Behind a proxy: longer than the proxy needs to notice.',
    parse: wholeNumber(0, 300),
    fallback: 0,
  }),
  checkInOnlyDuringEvent: option({
    env: 'CHECK_IN_ONLY_DURING_EVENT',
    doc: 'Whether check-in is open only during the event and CHECK_IN_BUFFER_MINUTES before and after it.',
    parse: onOff,
    fallback: false,
  }),
  checkInBufferMinutes: option({
    env: 'CHECK_IN_BUFFER_MINUTES',
    doc: 'Minutes before and after an event in which check-in is open.',
    parse: wholeNumber(0, 10_080),
    fallback: 120,
  }),
  qrContent: option({
    env: 'QR_CONTENT',
    doc: "Content of a ticket's QR picture. signed: the URL that scanner apps read, with a code that devices without a network can verify. plain: the URL alone; the picture is smaller, and a site from before this was usual keeps it. short: a URL that no scanner app reads, only a program that sends it to POST /check-ins; the picture is smaller.",
    parse: oneOf('plain', 'signed', 'short'),
    fallback: 'signed' as const,
  }),
  ...messagingOptions,
  adminApplicationPassword: option({
    env: 'ADMIN_APPLICATION_PASSWORD',
    doc: 'Application password of `admin`, set when an empty database is first started; 24 characters or more.',
    parse: longSecret,
    fallback: '',
    secret: true,
  }),
  adminEmail: option({
    env: 'ADMIN_EMAIL',
    doc: 'E-mail address of `admin`, set when an empty database is first started; later `marquee user change admin --email` sets it.',
    parse: emailAddress,
    fallback: '',
  }),
  rateLimit: option({
    env: 'RATE_LIMIT',
    doc: 'Requests per minute from one network, over all processes, or off. Messages of payment providers count only when their signature is wrong. Off also switches off every other limit per network; wrong passwords are always counted.',
    parse: requestsPerMinute,
    fallback: 1200,
  }),
  openCartsPerAddress: option({
    env: 'OPEN_CARTS_PER_ADDRESS',
    doc: 'How many carts of one network may hold places at the same time, or off. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 100,
  }),
  listSecondsPerAddress: option({
    env: 'LIST_SECONDS_PER_ADDRESS',
    doc: 'Seconds of database time per minute for public lists of one network, or off. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 15,
  }),
  connectionsPerAddress: option({
    env: 'CONNECTIONS_PER_ADDRESS',
    doc: 'Open connections from one network to this process, or off; further ones are refused. Not counted with TRUST_PROXY, since all come from the proxy. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 500,
  }),
  heldPlacesPerAddress: option({
    env: 'HELD_PLACES_PER_ADDRESS',
    doc: 'How many places of one ticket, or of one shared stock, the carts of one network may hold at the same time, or off; free places that it ordered in the last 24 hours count, for further free ones; a tenth of the capacity when that is more. Callers who may manage attendees are not limited. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 50,
  }),
  storedPerAddress: option({
    env: 'STORED_PER_ADDRESS',
    doc: 'MiB per hour that one network may store without signing in (carts, orders, responses kept for idempotency keys), over all processes, or off. A place that is ordered, passed on or given back counts 4 KiB, so an order of two about 20 KiB. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 64,
  }),
  trustProxy: option({
    env: 'TRUST_PROXY',
    doc: 'on behind one proxy, otherwise the number of proxies: that many addresses at the end of X-Forwarded-For are trusted. Earlier ones were written by the client.',
    parse: proxies,
    fallback: 0,
  }),
  corsOrigins: option({
    env: 'CORS_ORIGINS',
    doc: 'Origins whose pages may send cookies, separated by commas. Without cookies pages of any origin may use the interface, also with an Authorization header.',
    parse: origins,
    fallback: [] as string[],
  }),
  logLevel: option({
    env: 'LOG_LEVEL',
    doc: 'The lowest severity that is logged.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info' as const,
  }),
  metricsToken: option({
    env: 'METRICS_TOKEN',
    doc: 'Bearer token for /metrics. Without a token, /metrics only answers requests from this machine that came through no proxy.',
    parse: longSecret,
    fallback: '',
    secret: true,
  }),
  ...paymentOptions,
} as const

type ValueOf<O> = O extends { fallback: infer F; parse: (text: string) => infer P }
  ? Exclude<P, Problem> | F
  : never

export type Config = { readonly [K in keyof typeof options]: ValueOf<(typeof options)[K]> } & {
  /** The settings that the environment decides, whatever their value. */
  readonly given: ReadonlySet<keyof typeof options>
}

/** The settings read from an environment, or a list of every reason why they cannot be used. */
export function readConfig(
  environment: Record<string, string | undefined>,
): { config: Config } | { problems: string[] } {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  const given = new Set<string>()
  for (const [name, definition] of Object.entries(options) as [string, Option<unknown>][]) {
    const text = environment[definition.env]
    if (text) given.add(name)
    const value = text ? definition.parse(text) : definition.fallback
    if (value instanceof Problem) problems.push(`${definition.env} ${value.reason}.`)
    values[name] = value
  }
  return problems.length > 0
    ? { problems }
    : { config: Object.freeze({ ...values, given }) as unknown as Config }
}
