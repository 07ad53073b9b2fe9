import { type DestinationStream, type Logger, pino } from 'pino'

/** Members of what is logged, here and in libraries, that hold what a client sent. A library may log the headers whole. */
const hidden = ['authorization', 'cookie', 'password', 'secret', 'client_secret', 'api_key']
  .map(name => `*.${name}`)
  .concat('headers', '*.headers', 'req.url', 'url')

/**
 * Structured lines on standard output, unless somebody names another place. They carry ids and codes; addresses, names,
 * tokens and query strings with secrets never reach them at any level, because requests are logged by route and not by
 * what was sent.
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
 * The error's kind and place. Database errors carry the row that failed in `detail`, and quote a value that no column
 * takes; parsers quote what they could not read, the router an address. That stays out.
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
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\bmq[ks]_[\w-]+/g,
  /\b(?:Basic|Bearer)\s+[\w.~+/=-]+/gi,
]

/** The last net: what looks like somebody's address or credential, wherever it came from. */
const masked = (text: string) =>
  personal.reduce((clean, shape) => clean.replace(shape, '[hidden]'), text)
