import { setTimeout as pause } from 'node:timers/promises'
import type { SafeAnswer, SafeFetch } from '../../platform/net/safe-fetch.ts'
import { SourceRefused } from './source-refused.ts'

export type RestOptions = {
  readonly fetch: SafeFetch
  /** `login:application password`; without it only what everybody may read. */
  readonly credentials?: string | undefined
  /** How long one answer may take. */
  readonly timeoutMs?: number
  /** The pause before the first repetition; each next one is twice as long. */
  readonly pauseMs?: number
}

export type Values = Readonly<Record<string, unknown>>

const bytesMost = 10 * 1024 * 1024
const triesMost = 4
const pagesMost = 5000

export type RestAnswers = {
  /** One answer; undefined where the site does not have it or does not give it. */
  readonly read: (path: string) => Promise<unknown>
  /** All records of a list, page by page; none where the site does not give it. */
  readonly list: (path: string, member: string) => AsyncIterable<Values>
  /** Paths that the site did not give. */
  readonly missing: ReadonlySet<string>
}

/** Reads the interface of a running site: answers are bounded, take a limited time, and are asked for again when the site is busy. */
export function restAnswers(root: string, options: RestOptions): RestAnswers {
  const { fetch, credentials, timeoutMs = 30_000, pauseMs = 500 } = options
  const missing = new Set<string>()
  const headers = {
    accept: 'application/json',
    ...(credentials !== undefined && {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    }),
  }

  async function ask(path: string): Promise<SafeAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${root}${path}`, { headers, bytesMax: bytesMost, timeoutMs })
      if (!isPassing(answer) || tries >= triesMost) return answer
      await pause(pauseMs * 2 ** (tries - 1))
    }
  }

  async function read(path: string): Promise<unknown> {
    const answer = await ask(path)
    if (answer.kind === 'refused')
      throw new SourceRefused(`${root}${path}: ${sentences[answer.because]}`)
    const { status, content } = answer
    if (status >= 300 && status < 400) {
      throw new SourceRefused(
        `${root} leads to ${answer.headers.location ?? 'another address'}: give that address.`,
      )
    }
    if (status === 401 && path === '/wp/v2/users/me') return undefined
    if (status >= 500 || status === 429)
      throw new SourceRefused(`${root}${path} answers ${status}.`)
    if (status >= 400) {
      missing.add(path.split('?')[0] ?? path)
      return undefined
    }
    try {
      return JSON.parse(content.toString('utf8'))
    } catch {
      throw new SourceRefused(`${root}${path} is no JSON: is there an interface at this address?`)
    }
  }

  async function* list(path: string, member: string): AsyncGenerator<Values> {
    for (let page = 1, last = 1; page <= last && page <= pagesMost; page += 1) {
      const body = await read(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
      if (!isMap(body)) return
      const total = Number(body['total_pages'])
      last = Number.isInteger(total) ? total : last
      yield* valuesOf(body[member])
    }
  }

  return { read, list, missing }
}

/** Whether another try may be answered. */
const isPassing = (answer: SafeAnswer) =>
  answer.kind === 'refused'
    ? answer.because === 'unreachable' || answer.because === 'timeout'
    : answer.status === 429 || answer.status >= 500

const sentences: Readonly<Record<string, string>> = {
  address: 'This is no address that can be read.',
  unreachable: 'The site cannot be reached.',
  timeout: 'The site did not answer in time.',
  'too-large': 'The answer is larger than 10 MiB.',
  'too-many-redirects': 'The address leads elsewhere.',
}

export const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The records of a list, which the site writes as an object when it left one out. */
export const valuesOf = (list: unknown): Values[] =>
  typeof list === 'object' && list !== null ? Object.values(list).filter(isMap) : []
