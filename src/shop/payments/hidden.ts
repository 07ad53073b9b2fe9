import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

/** A secret value that may pass through records and logs unseen; only `reveal` returns it. */
export type Hidden = {
  reveal(): string
  /** Compares in constant time. */
  matches(candidate: string): boolean
  toJSON(): string
  toString(): string
}

const mask = '[hidden]'
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Wraps a client secret or key so that printing, spreading or serialising it shows a mask. */
export function hide(value: string): Hidden {
  return Object.freeze({
    reveal: () => value,
    matches: (candidate: string) => timingSafeEqual(digest(candidate), digest(value)),
    toJSON: () => mask,
    toString: () => mask,
    [inspect.custom]: () => mask,
  })
}

const secretShapes: readonly RegExp[] = [
  /\b(?:sk|rk|pk)_(?:test|live)_[A-Za-z0-9*]+/g,
  /\bwhsec_[A-Za-z0-9+/=_-]+/g,
  /(?<![\w-])[\w-]+_secret_[\w-]+/g,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi,
  /\bA21AA[A-Za-z0-9_-]+/g,
  /("?(?:client_secret|access_token|refresh_token|cvc|security_code)"?\s*[:=]\s*)"?[^",\s}]+"?/gi,
  /\b\d(?:[ -]?\d){12,18}\b/g,
]

/** Makes text from a provider fit for a log: keys, tokens, client secrets and card numbers are masked. */
export function redact(text: string): string {
  return secretShapes.reduce((clean, shape) => clean.replace(shape, mask), text).slice(0, 500)
}
