import {
  currency,
  emailAddress,
  list,
  longSecret,
  onOff,
  oneOf,
  type Option,
  option,
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

/** Every setting there is. Nothing else reads the environment; docs/configuration.md is made from this table. */
export const options = {
  port: option({
    env: 'PORT',
    doc: 'TCP port to listen on; 0 takes a free one.',
    parse: wholeNumber(0, 65535),
    fallback: 3000,
  }),
  host: option({ env: 'HOST', doc: 'Address to listen on.', parse: text, fallback: '127.0.0.1' }),
  publicUrl: option({
    env: 'PUBLIC_URL',
    doc: 'Where clients reach this service; every absolute address comes from it. Default: http://HOST:PORT.',
    parse: webAddress,
    fallback: '',
  }),
  dataDir: option({
    env: 'DATA_DIR',
    doc: 'Folder of the embedded database.',
    parse: text,
    fallback: './data',
  }),
  databaseUrl: option({
    env: 'DATABASE_URL',
    doc: 'PostgreSQL 15 or newer to use instead of the embedded database; ?sslmode=… as PostgreSQL documents it.',
    parse: postgresUrl,
    fallback: '',
    secret: true,
  }),
  databasePool: option({
    env: 'DATABASE_POOL',
    doc: 'Connections to PostgreSQL that one process opens at the most. All processes together must leave some of max_connections.',
    parse: wholeNumber(2, 200),
    fallback: 10,
  }),
  databasePrepare: option({
    env: 'DATABASE_PREPARE',
    doc: 'Prepared statements. Behind a pooler that loses them they turn themselves off.',
    parse: onOff,
    fallback: true,
  }),
  apiVendor: option({
    env: 'API_VENDOR',
    doc: 'First segment of both namespaces.',
    parse: segment,
    fallback: 'svc',
  }),
  apiPrefix: option({
    env: 'API_PREFIX',
    doc: 'Path before the vendor segment, e.g. /wp-json.',
    parse: pathPrefix,
    fallback: '',
  }),
  timezone: option({
    env: 'SITE_TIMEZONE',
    doc: 'Time zone of dates that come without one.',
    parse: timeZone,
    fallback: 'UTC',
  }),
  currency: option({
    env: 'SITE_CURRENCY',
    doc: 'Currency of all prices.',
    parse: currency,
    fallback: 'USD',
  }),
  eventsPerPage: option({
    env: 'EVENTS_PER_PAGE',
    doc: 'Items on a page of the events namespace when the client does not say.',
    parse: wholeNumber(1, 50),
    fallback: 4,
  }),
  holdMinutes: option({
    env: 'HOLD_MINUTES',
    doc: 'Minutes for which a cart holds its places.',
    parse: wholeNumber(1, 1440),
    fallback: 15,
  }),
  stopDelay: option({
    env: 'STOP_DELAY',
    doc: 'Seconds from the signal to stop during which requests are still taken while /readyz says no; behind a proxy, longer than it takes to notice.',
    parse: wholeNumber(0, 300),
    fallback: 0,
  }),
  checkInOnlyDuringEvent: option({
    env: 'CHECK_IN_ONLY_DURING_EVENT',
    doc: 'Whether scans count only while the event runs, within CHECK_IN_BUFFER_MINUTES of it.',
    parse: onOff,
    fallback: false,
  }),
  checkInBufferMinutes: option({
    env: 'CHECK_IN_BUFFER_MINUTES',
    doc: 'Minutes before an event begins and after it ends in which scans still count.',
    parse: wholeNumber(0, 10_080),
    fallback: 120,
  }),
  qrContent: option({
    env: 'QR_CONTENT',
    doc: 'What QR pictures of tickets say: plain, the address that scanner apps read; or signed, which adds a code that devices can check without a connection and makes the picture four versions larger.',
    parse: oneOf('plain', 'signed'),
    fallback: 'plain' as const,
  }),
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
    doc: 'Requests per minute and address, by all processes together, or off. Off switches every other limit by address off too; wrong passwords of people and events are always counted.',
    parse: requestsPerMinute,
    fallback: 1200,
  }),
  openCartsPerAddress: option({
    env: 'OPEN_CARTS_PER_ADDRESS',
    doc: 'Carts that may hold places at the same time from one address, or off. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 100,
  }),
  listSecondsPerAddress: option({
    env: 'LIST_SECONDS_PER_ADDRESS',
    doc: 'Seconds of the database that public lists of one address may take in a minute, or off. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 15,
  }),
  connectionsPerAddress: option({
    env: 'CONNECTIONS_PER_ADDRESS',
    doc: 'Open connections from one address to this process, or off; more are refused. With TRUST_PROXY they are not counted, since all come from the proxy. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 500,
  }),
  heldPlacesPerAddress: option({
    env: 'HELD_PLACES_PER_ADDRESS',
    doc: 'Places of one ticket, and of the stock that tickets share, that carts from one address may hold at the same time, or off; a tenth of the capacity where that is more. Those who may manage attendees are not limited. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 50,
  }),
  storedPerAddress: option({
    env: 'STORED_PER_ADDRESS',
    doc: 'MiB an hour that writes from one address may have stored without signing in (carts, orders, answers kept under idempotency keys), by all processes together, or off; a small order counts about 8 KiB. RATE_LIMIT=off switches it off as well.',
    parse: requestsPerMinute,
    fallback: 64,
  }),
  trustProxy: option({
    env: 'TRUST_PROXY',
    doc: 'Behind one proxy on, behind more of them their number: that many addresses at the end of X-Forwarded-For count. What stands before was written by the client.',
    parse: proxies,
    fallback: 0,
  }),
  corsOrigins: option({
    env: 'CORS_ORIGINS',
    doc: 'Origins whose pages may send credentials, separated by commas. Any origin may read without.',
    parse: list,
    fallback: [] as string[],
  }),
  logLevel: option({
    env: 'LOG_LEVEL',
    doc: 'Least severe messages that are logged.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info' as const,
  }),
  metricsToken: option({
    env: 'METRICS_TOKEN',
    doc: 'Bearer token for /metrics. Without one it answers only requests from this machine that no proxy passed on; behind a proxy set one.',
    parse: longSecret,
    fallback: '',
    secret: true,
  }),
  sandbox: option({
    env: 'SANDBOX',
    doc: 'Simulated payments, in which no money moves: auto allows them until an account or key was configured for the first time and never after, off never, on whenever no account is configured, also for a shop that lost its own.',
    parse: oneOf('auto', 'on', 'off'),
    fallback: 'auto' as const,
  }),
  stripeSecretKey: option({
    env: 'STRIPE_SECRET_KEY',
    doc: 'Turns on card payments.',
    parse: text,
    fallback: '',
    secret: true,
  }),
  stripePublishableKey: option({
    env: 'STRIPE_PUBLISHABLE_KEY',
    doc: "The card processor's key for browsers.",
    parse: text,
    fallback: '',
  }),
  stripeWebhookSecrets: option({
    env: 'STRIPE_WEBHOOK_SECRETS',
    doc: 'Secrets that sign its messages, newest first, separated by commas; three count.',
    parse: list,
    fallback: [] as string[],
    secret: true,
  }),
  stripeApiBase: option({
    env: 'STRIPE_API_BASE',
    doc: 'Another address of the card processor, for tests.',
    parse: webAddress,
    fallback: '',
  }),
  paypalClientId: option({
    env: 'PAYPAL_CLIENT_ID',
    doc: 'Turns on wallet payments, together with its secret.',
    parse: text,
    fallback: '',
  }),
  paypalClientSecret: option({
    env: 'PAYPAL_CLIENT_SECRET',
    doc: 'Secret of the wallet account.',
    parse: text,
    fallback: '',
    secret: true,
  }),
  paypalWebhookId: option({
    env: 'PAYPAL_WEBHOOK_ID',
    doc: 'Id of the webhook at the wallet provider; part of what it signs.',
    parse: text,
    fallback: '',
  }),
  paypalPartnerId: option({
    env: 'PAYPAL_PARTNER_ID',
    doc: 'Lets a merchant connect an own wallet account by signing up, together with the two settings that follow.',
    parse: text,
    fallback: '',
  }),
  paypalPartnerClientId: option({
    env: 'PAYPAL_PARTNER_CLIENT_ID',
    doc: 'Client id of the partner account that invites the merchant.',
    parse: text,
    fallback: '',
  }),
  paypalPartnerClientSecret: option({
    env: 'PAYPAL_PARTNER_CLIENT_SECRET',
    doc: 'Secret of that partner account.',
    parse: text,
    fallback: '',
    secret: true,
  }),
  paypalEnvironment: option({
    env: 'PAYPAL_ENVIRONMENT',
    doc: "The wallet provider's sandbox or live.",
    parse: oneOf('sandbox', 'live'),
    fallback: 'sandbox' as const,
  }),
  paypalApiBase: option({
    env: 'PAYPAL_API_BASE',
    doc: 'Another address of the wallet provider, for tests.',
    parse: webAddress,
    fallback: '',
  }),
} as const

type ValueOf<O> = O extends { fallback: infer F; parse: (text: string) => infer P }
  ? Exclude<P, Problem> | F
  : never

export type Config = { readonly [K in keyof typeof options]: ValueOf<(typeof options)[K]> }

/** The settings of an environment, or every reason why they cannot be used. */
export function readConfig(
  environment: Record<string, string | undefined>,
): { config: Config } | { problems: string[] } {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, definition] of Object.entries(options) as [string, Option<unknown>][]) {
    const given = environment[definition.env]
    const value =
      given === undefined || given === '' ? definition.fallback : definition.parse(given)
    if (value instanceof Problem) problems.push(`${definition.env} ${value.reason}.`)
    values[name] = value
  }
  return problems.length > 0 ? { problems } : { config: Object.freeze(values) as Config }
}
