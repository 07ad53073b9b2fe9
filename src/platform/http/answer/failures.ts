import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorTable } from '../../../core/error-table.ts'
import { AppError, type ErrorCode } from '../../../core/errors.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import { isConnectionLost, isDiskFull, isRetryable, isValueRefused } from '../../db/violations.ts'
import { send } from './respond.ts'
import { wantsPage } from './wants-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The documentation page of this route. */
    docs?: string
  }
}

/** The server's decoration with the address of the page of errors. */
export const errorsPage = Symbol('page of errors')

type ErrorBody = { code: string; message: string; data: Record<string, unknown> }

/** Every failure is sent by this function, as `{code, message, data: {status, …}}` without anything internal. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isBrokenOff(error, request)) {
    request.log.info('The client went away before its request was complete.')
    return send({ request, reply }, documented(new AppError('rest_invalid_body'), request), {
      status: 400,
    })
  }
  const failure = asAppError(error)
  if (failure.code === 'rest_no_route' && isOpened(request)) return reply.callNotFound()
  if (failure.status >= 500 && !failure.isUsual)
    request.log.error({ err: failure.cause ?? error }, failure.code)
  else request.log.debug({ code: failure.code, err: failure.cause }, 'refused')
  if (failure.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(failure.retryAfterSeconds))
  }
  // Reading the body ended in its middle: what is left of it would be taken for the next request, or make it wait.
  const { raw } = request
  if (raw.readableDidRead && !raw.complete) reply.header('connection', 'close')
  return send({ request, reply }, documented(failure, request), { status: failure.status })
}

/**
 * Whether a browser opened the address of a route: where the route finds nothing, its reader gets the page of an
 * address without a route (contract.md 24.12).
 */
function isOpened({ is404, method, headers }: FastifyRequest): boolean {
  return !is404 && (method === 'GET' || method === 'HEAD') && wantsPage(headers.accept)
}

const ofParameters: readonly ErrorCode[] = ['rest_invalid_param', 'rest_missing_callback_param']

/** The body of a failure of a request, explained by the page of its route for parameters. */
function documented(failure: AppError, { server, routeOptions }: FastifyRequest): ErrorBody {
  const ofRoute = ofParameters.includes(failure.code) ? routeOptions.config.docs : undefined
  return errorBody(failure, server.getDecorator<string>(errorsPage), ofRoute)
}

/** Whether this error means an aborted request, and no fault of the service. */
function isBrokenOff(error: unknown, { raw }: FastifyRequest): boolean {
  if (!raw.errored || raw.complete) return false
  return error === raw.errored || (error instanceof AppError && error.code === 'rest_invalid_body')
}

/** The body of a failure, with the address that explains it: `docs`, or else its code's place on the page of errors. */
function errorBody(
  { code, message, status, data }: AppError,
  page: string,
  docs = `${page}#${code}`,
): ErrorBody {
  return { code, message, data: { status, ...data, doc_url: docs } }
}

const transportCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'rest_invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'rest_invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'rest_body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'rest_unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'rest_invalid_body',
  FST_ERR_BAD_URL: 'rest_invalid_url',
  FST_ERR_MAX_PARAM_LENGTH: 'rest_no_route',
}

/** Maps errors of the framework and the database to the table; unknown ones become `internal_server_error`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const errorCode = code === undefined ? undefined : transportCodes[code]
  if (errorCode) return new AppError(errorCode, { cause: error })
  if (statusCode === 429) return new AppError('rest_too_many_requests', { retryAfterSeconds: 60 })
  const unavailable = asUnavailable(error)
  if (unavailable) return unavailable
  // A fallback after validation: a value that no column can store is the client's mistake.
  if (isValueRefused(error)) {
    return new AppError('rest_invalid_param', { cause: error, data: { params: {}, details: [] } })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('rest_invalid_body', { cause: error, status: statusCode })
  }
  return new AppError('internal_server_error', { cause: error })
}

/** The errors after which the same request may succeed later. */
function asUnavailable(cause: unknown): AppError | undefined {
  if (isDiskFull(cause)) {
    const message = 'The service cannot store anything right now; try again in a moment.'
    return new AppError('rest_unavailable', { cause, message, retryAfterSeconds: 10 })
  }
  if (isConnectionLost(cause) || cause instanceof DatabaseUnavailable) {
    return new AppError('rest_unavailable', { cause, retryAfterSeconds: 2 })
  }
  if (!isRetryable(cause)) return undefined
  const message = 'Others are changing the same records right now; try again in a moment.'
  return new AppError('rest_unavailable', { cause, message, retryAfterSeconds: 2 })
}

/** An answer for the bare socket, where no request was understood. `page` is the address of the page of errors. */
export function rawFailure(code: ErrorCode, page: string): string {
  const body = JSON.stringify(errorBody(new AppError(code), page))
  const { status } = errorTable[code]
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=UTF-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
