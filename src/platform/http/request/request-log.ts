import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

type Said = [object: unknown, text?: string, ...values: unknown[]]

/**
 * The log of a request. The child of the service's log behind it is made with the first line: most requests write none, and making a
 * child takes longer than a line, because `pino` searches the child's members for secrets.
 */
class RequestLog implements FastifyBaseLogger {
  #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log() {
    this.#made ??= this.#make()
    return this.#made
  }

  get level() {
    return this.#log.level
  }

  fatal(...said: Said) {
    this.#log.fatal(...said)
  }

  error(...said: Said) {
    this.#log.error(...said)
  }

  warn(...said: Said) {
    this.#log.warn(...said)
  }

  info(...said: Said) {
    this.#log.info(...said)
  }

  debug(...said: Said) {
    this.#log.debug(...said)
  }

  trace(...said: Said) {
    this.#log.trace(...said)
  }

  silent() {}

  child(...described: Parameters<FastifyBaseLogger['child']>) {
    return this.#log.child(...described)
  }
}

export const requestLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  log,
  bindings,
  options,
) => new RequestLog(() => log.child(bindings, options))
