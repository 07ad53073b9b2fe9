const connectTimeoutMs = 10_000
const aliveAfterMs = 10_000

/** The options with which a connection to PostgreSQL is opened, and its name in lists of connections. */
export const connectionTo = (databaseUrl: string, name: string) => ({
  connectionString: asDocumented(databaseUrl),
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: aliveAfterMs,
  application_name: name,
})

/** `pg` would verify certificates under every sslmode. These options follow PostgreSQL's documentation of each. */
function asDocumented(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  if (!url.searchParams.has('sslmode')) return databaseUrl
  url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}
