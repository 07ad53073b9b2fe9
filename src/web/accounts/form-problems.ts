import { isSameOrigin } from '../../access/sessions/rules.ts'
import { AppError, fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { refusalOf } from '../checkout/refusals.ts'
import type { Visit } from '../kit/pages.ts'
import type { PlainKey } from '../../core/words/catalogue.ts'

/** A form must come from our own origin, even when nobody is signed in. */
export function demandOurForm({ publicRoot }: Pick<Deps, 'publicRoot'>, { request }: Visit) {
  if (isSameOrigin(request.headers, publicRoot) !== true) fail('rest_cookie_invalid_nonce')
}

/** A sent field as text. */
export const fieldText = (value: unknown) => (typeof value === 'string' ? value : '')

export const browserOf = ({ request }: Visit) => ({ userAgent: request.headers['user-agent'] })

const sentences: Readonly<Record<string, PlainKey>> = {
  incorrect_password: 'signIn.wrong',
  incorrect_code: 'code.wrong',
}

/** The words and the answer of an expected failure; other errors are thrown again. */
export function problemOf(error: unknown, { words }: Visit) {
  const sentence = error instanceof AppError ? sentences[error.code] : undefined
  if (error instanceof AppError && sentence)
    return { problem: words.t(sentence), status: error.status }
  const { text, status } = refusalOf(error, words)
  const { retryAfterSeconds: seconds } = error as AppError
  return {
    problem: text,
    status,
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  }
}
