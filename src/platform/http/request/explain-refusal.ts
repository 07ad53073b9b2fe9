import { AppError } from '../../../core/errors.ts'
import type { Shape, Sources } from './validation.ts'

const bare = 'Invalid parameter.'

/** Runs the work, and explains its refusals by the route's description of parameters. */
export async function explaining<T>(
  { shape, sources }: { shape: Shape; sources: Sources },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw withMistakes(explainRefusal(error, shape), shape, sources)
  }
}

/** What clients often send instead of what a route misses. */
function withMistakes(error: unknown, shape: Shape, { body, bodyIsText }: Sources): unknown {
  if (!(error instanceof AppError) || error.status >= 500) return error
  const isJson =
    error.code === 'rest_missing_callback_param' &&
    bodyIsText &&
    Object.keys(body).some(name => /^\s*[{[]/.test(name))
  const takes = shape.body.schema.properties
  const misnamed = Object.entries(takes).flatMap(([name, schema]) => {
    const { confusedWith: other } = schema as { confusedWith?: string }
    const isMistaken = other !== undefined && !(other in takes) && other in body && !(name in body)
    return isMistaken ? [`The id that was sent as ${other} belongs into ${name}.`] : []
  })
  const said = [
    ...(isJson
      ? ['The body looks like JSON but was read as a form: send Content-Type: application/json.']
      : []),
    ...misnamed,
  ]
  if (said.length === 0) return error
  const message = [/[.!?]$/.test(error.message) ? error.message : `${error.message}.`, ...said]
  return remade(error, { message: message.join(' ') })
}

type Described = { description?: string }

/**
 * The same refusal, with the route's description of each wrong or missing parameter. Other errors are returned
 * unchanged.
 */
function explainRefusal(error: unknown, shape: Shape): unknown {
  if (!(error instanceof AppError)) return error
  const { params } = error.data
  if (error.code === 'rest_missing_callback_param' && Array.isArray(params)) {
    const expected = (params as string[]).flatMap(name => sentenceOn(name, shape) ?? [])
    if (expected.length === 0) return error
    return remade(error, { message: `${error.message}. ${expected.join(' ')}` })
  }
  if (error.code !== 'rest_invalid_param' || !isTexts(params)) return error
  const explained = Object.entries(params).map(([name, text]) => {
    const expected = text === bare && descriptionOf(name, shape)
    return [name, expected ? `${bare} Expected: ${expected}` : text]
  })
  return remade(error, { data: { ...error.data, params: Object.fromEntries(explained) } })
}

function sentenceOn(name: string, shape: Shape): string | undefined {
  const description = descriptionOf(name, shape)
  return description === undefined ? undefined : `${name}: ${description}`
}

/** The route's description of a parameter; for an undeclared member such as `ticket[capacity]`, that of `ticket`. */
function descriptionOf(name: string, { params, query, body }: Shape): string | undefined {
  const [top = ''] = name.split('[')
  for (const { schema } of [params, query, body]) {
    const { description }: Described = schema.properties[top] ?? {}
    if (description !== undefined)
      return /[.!?]$/.test(description) ? description : `${description}.`
  }
  return undefined
}

const isTexts = (params: unknown): params is Record<string, unknown> =>
  typeof params === 'object' && params !== null && !Array.isArray(params)

function remade(
  { code, message, status, data, cause, isUsual, retryAfterSeconds }: AppError,
  change: { message?: string; data?: Record<string, unknown> },
) {
  return new AppError(code, {
    message,
    status,
    data,
    cause,
    ...(isUsual && { isUsual }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...change,
  })
}
