import { X509Certificate } from 'node:crypto'
import { GatewayUnavailable } from '../gateway-errors.ts'
import { askOverHttp } from './http.ts'

const pathShape = /^\/v1\/notifications\/certs\/CERT-[A-Za-z0-9-]{1,80}$/
const keptMost = 16
const keptForMs = 12 * 3600 * 1000
const missKeptForMs = 60 * 1000
const fetchedPerMinute = 20

type CachedCertificate = { certificate: string | undefined; until: number }

export type Certificates = {
  /** The certificate as PEM; undefined when the address is not the provider's, or has none. */
  at(url: string): Promise<string | undefined>
}

/**
 * Certificates that sign the wallet's messages. Anybody may send us an address, so only the provider's own hosts and
 * path are fetched, certificates are kept, and the number of fetches per minute is limited.
 */
export function walletCertificates(options: {
  origins: readonly string[]
  clock: { now(): Date }
  timeoutMs: number
}): Certificates {
  const kept = new Map<string, CachedCertificate>()
  const underway = new Map<string, Promise<string | undefined>>()
  let fetches: number[] = []

  async function load(url: string): Promise<string | undefined> {
    const now = options.clock.now().getTime()
    fetches = fetches.filter(at => at > now - 60_000)
    if (fetches.length >= fetchedPerMinute) throw busy()
    fetches.push(now)
    const { status, text } = await askOverHttp({
      operation: 'certificate',
      method: 'GET',
      url,
      timeoutMs: options.timeoutMs,
      mostBytes: 64_000,
    })
    if (status >= 500 || status === 429) throw busy(status)
    const certificate = status === 200 ? readable(text, now) : undefined
    for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - keptMost + 1))) {
      kept.delete(old)
    }
    kept.set(url, { certificate, until: now + (certificate ? keptForMs : missKeptForMs) })
    return certificate
  }

  return {
    async at(url) {
      if (!isOurs(url, options.origins)) return undefined
      const cached = kept.get(url)
      if (cached && cached.until > options.clock.now().getTime()) return cached.certificate
      const running = underway.get(url)
      if (running) return running
      const loading = load(url).finally(() => underway.delete(url))
      underway.set(url, loading)
      return loading
    },
  }
}

const busy = (status?: number) =>
  new GatewayUnavailable({ provider: 'paypal', operation: 'certificate', status, code: 'busy' })

function isOurs(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { origin, pathname, search, hash, username, password } = new URL(url)
  const bare = search === '' && hash === '' && username === '' && password === ''
  return bare && origins.includes(origin) && pathShape.test(pathname)
}

function readable(text: string, now: number): string | undefined {
  try {
    const { validFrom, validTo } = new X509Certificate(text)
    return Date.parse(validFrom) <= now && now <= Date.parse(validTo) ? text : undefined
  } catch {
    return undefined
  }
}
