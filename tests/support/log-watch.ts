import { createLog } from '../../src/platform/log.ts'

/** What no log line may contain: keys of every kind, credentials, personal data. */
const shapes: Record<string, RegExp> = {
  'an API key': /mqk_[\w-]{8}/,
  'a scanner key': /mqs_[\w-]{8}/,
  'a credential': /\b(?:basic|bearer)\s+[\w+/=.-]{8}/i,
  'an e-mail address': /[\w.+-]+@[\w-]+\.\w/,
  "a processor's key": /\b(?:sk|rk)_(?:test|live)_|whsec_|_secret_|\bA21AA/,
  'a password hash': /\$argon2/,
  'a card number': /(?<![.\d-])(?:\d{4}[ -]?){3}\d{4}(?![\d-])/,
  'an order link': /tc-order-id=|[?&]key=/,
  'a query with a secret': /[?&](?:password|api_key|security_code|cart_hash|client_secret)=/,
}

/** A real log at its most verbose level; each line is checked as it is written. */
export function watchLog() {
  const planted = new Map<string, string>()
  const found: string[] = []
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    for (const [what, shape] of Object.entries(shapes)) {
      if (shape.test(line)) found.push(`${what}: ${line}`)
    }
    for (const [secret, what] of planted) {
      if (line.includes(secret)) found.push(`${what}: ${line}`)
    }
  }
  return {
    log: createLog('trace', { write }),
    lines: lines as readonly string[],
    /** Adds a secret that must not be logged. Short ones would be found by chance. */
    plant(what: string, secret: unknown) {
      if (typeof secret !== 'string' || secret.length < 6) throw new Error(`No secret: ${what}.`)
      planted.set(secret, what)
      planted.set(encodeURIComponent(secret), what)
      planted.set(Buffer.from(secret).toString('base64'), what)
    },
    /** Fails when a line contained something that no line may. */
    demandClean() {
      if (found.length > 0) throw new Error(`The log tells secrets:\n${found.join('\n')}`)
    },
  }
}
