import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

type Said = [object: unknown, text?: string, ...values: unknown[]]

/**
 * The log of a request, made when the request logs something: most do not, and for each new log `pino` looks in its members for
 * everything it must hide.
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
