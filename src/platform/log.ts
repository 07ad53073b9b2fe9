import { type DestinationStream, type Logger, pino } from 'pino'

/** Members of logged objects, ours and libraries', with what a client sent. A library may log all headers. */
const hidden = ['authorization', 'cookie', 'password', 'secret', 'client_secret', 'api_key']
  .map(name => `*.${name}`)
  .concat('headers', '*.headers', 'req.url', 'url')

/**
 * Writes structured lines to standard output or another place. They have ids and codes. Addresses, names, tokens and
 * query strings with secrets are logged at no level, because requests are logged by route and not by what was sent.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: hidden, censor: '[redacted]' },
    serializers: { err: withoutValues },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * The error's kind and place. Database errors have the failed row in `detail` and may quote a value, parsers quote
 * what they could not read, and the router an address; all of that is left out.
 */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return typeof error
  const { name, message, code, constraint, stack } = error as Error & {
    code?: string
    constraint?: string
  }
  const quotes = error instanceof SyntaxError || /^(?:22|FST_)/.test(String(code))
  const said = quotes ? message.replace(/(["'`]).*\1/gs, '"…"') : message
  const frames = stack?.split('\n').filter(line => /^ {4}at /.test(line))
  return { name, message: masked(said), code, constraint, stack: frames?.join('\n') }
}

const personal: readonly RegExp[] = [
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\bmq[ks]_[\w-]+/g,
  /\b(?:Basic|Bearer)\s+[\w.~+/=-]+/gi,
]

/** A last filter: masks anything that looks like an e-mail address or a credential, wherever it came from. */
const masked = (text: string) =>
  personal.reduce((clean, shape) => clean.replace(shape, '[hidden]'), text)
