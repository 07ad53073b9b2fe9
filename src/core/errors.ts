import { type ErrorCode, errorTable } from './error-table.ts'

export type { ErrorCode }

/** One bad parameter: a text for people and, in some cases, a machine-readable cause. */
export type ParamProblem = { message: string; code?: string; data?: Record<string, unknown> }

export type ErrorExtras = {
  /** Replaces the message of the error table when the text depends on the request. */
  message?: string
  /** Replaces the status of the error table, for codes whose status depends on the caller. */
  status?: number
  /** Further public members of `data`; never internal records. */
  data?: Record<string, unknown>
  /** Written to the log for operators, never sent to the client. */
  cause?: unknown
  retryAfterSeconds?: number
  /** Clients can cause this error as often as they like, so it is not logged as an error, whatever its status. */
  isUsual?: true
}

/** An expected failure, sent to the client as `{code, message, data: {status, …}}`. */
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

/** Throws: ends the request with an error of the table. */
export function fail(code: ErrorCode, extras?: ErrorExtras): never {
  throw new AppError(code, extras)
}

/** Throws: ends the request with 400 `rest_invalid_param`, naming every bad parameter. */
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

/** Throws: ends the request because required parameters are missing, and names all of them. */
export function failMissing(names: readonly string[]): never {
  fail('rest_missing_callback_param', {
    message: `Missing parameter(s): ${names.join(', ')}`,
    data: { params: names },
  })
}
