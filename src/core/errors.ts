import { type ErrorCode, errorTable } from './error-table.ts'

export type { ErrorCode }

/** One bad parameter: its text for people and, where it has one, a machine-readable cause. */
export type ParamProblem = { message: string; code?: string; data?: Record<string, unknown> }

export type ErrorExtras = {
  /** Replaces the table's text when the text depends on the request. */
  message?: string
  /** Replaces the table's status; only for codes whose status depends on the caller. */
  status?: number
  /** Further public members of `data`. Never internal records. */
  data?: Record<string, unknown>
  /** For operators: goes to the log, never to the client. */
  cause?: unknown
  retryAfterSeconds?: number
  /** Anybody can bring it about as often as they like, so it is no error in the log, whatever its status. */
  isUsual?: true
}

/** An expected failure on its way to the client as `{code, message, data: {status, …}}`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
  readonly isUsual: boolean

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.message ?? errorTable[code].message, { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.status = extras.status ?? errorTable[code].status
    this.data = extras.data ?? {}
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.isUsual = extras.isUsual === true
  }
}

/** Ends the request with an error of the table. */
export function fail(code: ErrorCode, extras?: ErrorExtras): never {
  throw new AppError(code, extras)
}

/** Ends the request with 400 `rest_invalid_param`, naming every bad parameter. */
export function failParams(problems: Record<string, ParamProblem>): never {
  const names = Object.keys(problems)
  const params = Object.fromEntries(names.map(name => [name, problems[name]?.message ?? '']))
  const detailed = Object.entries(problems).filter(([, problem]) => problem.code !== undefined)
  const details = Object.fromEntries(
    detailed.map(([name, { code, message, data }]) => [
      name,
      { code, message, data: data ?? null },
    ]),
  )
  fail('rest_invalid_param', {
    message: `Invalid parameter(s): ${names.join(', ')}`,
    data: { params, details: detailed.length > 0 ? details : [] },
  })
}

/** Refuses a request for the required parameters that it does not have, all of them named. */
export function failMissing(names: readonly string[]): never {
  fail('rest_missing_callback_param', {
    message: `Missing parameter(s): ${names.join(', ')}`,
    data: { params: names },
  })
}
