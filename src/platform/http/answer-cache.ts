import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Changes } from '../db/changes.ts'
import type { News } from '../db/news.ts'
import type { ToldBasis } from './answer-basis.ts'
import { createAnswerStore, type Kept } from './answer-store.ts'
import { createChangeHistory } from './change-history.ts'
import {
  type Encoded,
  type Encoding,
  encodedFor,
  encodingFor,
  isWorthEncoding,
} from './encodings.ts'
import { hasBody } from './query-body.ts'

/** An answer as it is sent: its body, plain and encoded, and the headers of its own. */
export type KeptAnswer = {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | string[]>>
  /** Names the body; in every encoding the ETag begins with it. */
  readonly hash: string
  /** What was encoded so far. */
  readonly encoded: Encoded
  /** Known from the first time that it was sent from memory. */
  sent?: SentHead
}

/** The route and all headers of an answer but those of a single request: names and values in turn, as Node takes them. */
type SentHead = { route: string; headers: readonly string[] }

/** A request as Node tells it. */
export type RequestHead = {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/**
 * Answers that are the same for everybody who says nothing about themselves, kept in memory.
 *
 * An answer ends with the first of four things (docs/contract.md, section 17): a committed write to a record that it was
 * made of, by this process or another one; the instant at which the answer changes by itself; five minutes; and, while
 * writes of other processes are not heard, the current second. What was begun before that end is answered and not kept.
 */
export type AnswerCache = {
  /** The answer that is kept for the request, if it was sent before. */
  hit(request: RequestHead): Required<KeptAnswer> | undefined
  /**
   * Returns the answer that is kept for the question of the request, else where to keep the one that is made now.
   * Undefined: not to be kept. Requests whose answers are made of the same have the same `question`.
   */
  look(request: RequestHead, question: Question): Promise<KeptAnswer | Filling | undefined>
  /** The kinds of record whose parts stand in these tables. */
  kindsOf(tables: readonly string[]): readonly string[]
  /** The answer in an encoding; once it was made it is kept with the answer. */
  encode(answer: KeptAnswer, encoding: Encoding): Promise<Buffer>
  /** Answers kept now, and their bytes. */
  load(): { answers: number; bytes: number }
}

export type Question = {
  text: string
  /** Where the request came from. */
  network: string
  /** The kinds of record that the answer may be made of. */
  kinds: readonly string[]
}

export type Filling = {
  readonly keep: (
    body: string,
    headers: Record<string, string | string[]>,
    basis: ToldBasis,
  ) => KeptAnswer
  /** Nothing came of it; does nothing once something was kept. */
  readonly giveUp: () => void
  /** It has to wait for what its network asked for before, so that other networks wait for it no longer. */
  readonly standBack: () => void
}

const bytesMost = 64 * 1024 * 1024
/** Nobody tells of what is changed in the database by hand. */
const longestMs = 300_000
/** Answers that were made together do not all end together. */
const spread = 0.3

export type CacheOptions = {
  clock: Clock
  changes: Pick<Changes, 'listen'>
  /** What is heard of other processes. */
  news: Pick<News, 'heardSince' | 'listen'>
  /** The kind of record whose parts stand in a table; undefined for tables that no kept answer is made of. */
  kindOf: (table: string) => string | undefined
  corsOrigins: readonly string[]
}

/** A kept answer and when it ends by itself. */
type Entry = {
  readonly answer: KeptAnswer
  readonly ends: number
  /** Past this one it counts only while all writes since `heardSince` have been heard. */
  readonly second: number
  readonly heardSince: number | undefined
}

/** An answer that somebody makes just now. */
type Pending = {
  readonly begun: number
  readonly kinds: ReadonlySet<string>
  readonly made: Promise<Made>
}
type Made = KeptAnswer | 'failed' | 'stood back'

const secondOf = (ms: number) => Math.floor(ms / 1000)

export function createAnswerCache(options: CacheOptions): AnswerCache {
  const { clock, changes, news, kindOf, corsOrigins } = options
  const vary = ['Authorization', 'Cookie', ...(corsOrigins.length === 0 ? [] : ['Origin'])]
  const store = createAnswerStore<Entry>(bytesMost)
  const history = createChangeHistory()
  const pending = new Map<string, Pending>()
  const keptAs = new WeakMap<KeptAnswer, Kept<Entry>>()
  const nextTurn = counter()

  changes.listen(rows => {
    for (const [table, ids] of rows) {
      const kind = kindOf(table)
      if (kind === undefined) continue
      history.changed(kind, ids)
      store.dropMadeOf(kind, ids)
      // Whoever asks from now on must not be told what was begun before.
      for (const [question, { kinds }] of pending) if (kinds.has(kind)) pending.delete(question)
    }
  })
  news.listen(() => {
    history.changedAll()
    store.clear()
    pending.clear()
  })

  /** The entry, unless it has ended by itself. */
  function current(kept: Kept<Entry> | undefined): Entry | undefined {
    if (!kept) return undefined
    const { ends, second, heardSince } = kept.value
    const now = clock.now().getTime()
    const heardNow = news.heardSince()
    const isHeard = heardSince !== undefined && heardSince === heardNow
    if (now < ends && (second === secondOf(now) || isHeard)) {
      kept.isUsed = true
      return kept.value
    }
    // What is heard late on a busy machine is heard: then the answer counts again.
    if (now >= ends || heardSince === undefined || heardNow !== undefined) store.drop(kept)
    return undefined
  }

  /** An answer that depends on other headers of the request names them as `vary` itself. */
  const answerOf = (body: string, headers: KeptAnswer['headers']) => {
    const names = headers['vary'] === undefined ? vary : [headers['vary']].flat()
    return tagged(body, { ...headers, vary: varyOf(names, body) })
  }

  /** Of an answer that is made for one request alone. */
  const unkept: Filling = { keep: answerOf, giveUp: () => {}, standBack: () => {} }

  function fill({ text, network, kinds }: Question, address: string): Filling {
    const turn = nextTurn()
    const made = { begun: turn, kinds: new Set(kinds) }
    const tick = history.tick
    const begun = clock.now().getTime()
    const heardSince = news.heardSince()
    let end = promised(pending, text, made)
    return {
      giveUp: () => end('failed'),
      standBack: () => {
        end('stood back')
        end = promised(pending, ofNetwork({ text, network }), made)
      },
      keep: (body, headers, basis) => {
        const answer = answerOf(body, headers)
        const until = basis.until ?? (secondOf(begun) + 1) * 1000
        const ends = Math.min(until, begun + longestMs * (1 - spread * Math.random()))
        if (!history.isOutdated(tick, basis.kinds)) {
          const entry = { answer, ends, second: secondOf(begun), heardSince }
          const kept = store.keep(text, entry, { kinds: basis.kinds, bytes: answer.body.length })
          keptAs.set(answer, kept)
          store.addAddress(kept, address)
        }
        end(answer)
        return answer
      },
    }
  }

  return {
    hit: request => {
      // Most requests are not for this cache: they cost a look into the map, and no more.
      const kept = store.findAt(request.url ?? '')
      if (!kept || !saysNothing(request, corsOrigins)) return undefined
      const answer = current(kept)?.answer
      return answer && 'sent' in answer ? (answer as Required<KeptAnswer>) : undefined
    },
    look: async (request, question) => {
      if (!saysNothing(request, corsOrigins)) return undefined
      const address = request.url ?? ''
      const since = nextTurn()
      for (;;) {
        const kept = store.find(question.text)
        const entry = current(kept)
        if (kept && entry) {
          store.addAddress(kept, address)
          return entry.answer
        }
        const underway = pending.get(question.text) ?? pending.get(ofNetwork(question))
        if (underway === undefined) return fill(question, address)
        const made = await underway.made
        // What was begun before this question may be older than it: then it is asked again.
        if (underway.begun < since || made === 'stood back') continue
        // Nobody waits twice: not for the end of writes, and not for one failure after the other.
        return made === 'failed' ? unkept : made
      }
    },
    kindsOf: tables => [...new Set(tables.flatMap(table => kindOf(table) ?? []))],
    encode: async (answer, encoding) => {
      const isFirst = answer.encoded[encoding] === undefined
      const body = await encodedFor(answer, encoding)
      const kept = isFirst ? keptAs.get(answer) : undefined
      if (kept) store.grow(kept, body.length)
      return body
    },
    load: () => ({ answers: store.size, bytes: store.bytes }),
  }
}

function counter() {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

const ofNetwork = ({ text, network }: Pick<Question, 'text' | 'network'>) => `${network} ${text}`

/** Has others wait for the answer to a question; what is returned ends that, once. */
function promised(
  pending: Map<string, Pending>,
  question: string,
  about: Omit<Pending, 'made'>,
): (made: Made) => void {
  let settle: (made: Made) => void = () => {}
  const made = new Promise<Made>(resolve => {
    settle = resolve
  })
  const own = { ...about, made }
  pending.set(question, own)
  return (end: Made) => {
    if (pending.get(question) === own) pending.delete(question)
    settle(end)
  }
}

const varyOf = (names: readonly string[], body: string) =>
  (isWorthEncoding(body.length) ? [...names, 'Accept-Encoding'] : names).join(', ')

function tagged(text: string, headers: KeptAnswer['headers']): KeptAnswer {
  const body = Buffer.from(text)
  const hash = createHash('sha1').update(body).digest('base64url')
  return { body, hash, headers: { ...headers, 'cache-control': 'no-cache' }, encoded: {} }
}

// What must be refused, wherever it stands, is no question at all.
const personal = /%00|[?&][^=&]*(password|api_key|nonce|_envelope)/i

/** Whether the answer to a request depends on nothing but its address. */
function saysNothing({ method, headers, url = '' }: RequestHead, origins: readonly string[]) {
  return (
    method === 'GET' &&
    !hasBody(headers) &&
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers['x-wp-nonce'] === undefined &&
    (headers.origin === undefined || origins.length === 0) &&
    !(url.includes('?') && personal.test(url))
  )
}

/** Sends an answer of the cache as the client reads it, or says that the client has it already. */
export async function sendKept(
  cache: Pick<AnswerCache, 'encode'>,
  { request, reply, kept }: { request: FastifyRequest; reply: FastifyReply; kept: KeptAnswer },
) {
  const encoding = encodingFor(request.headers['accept-encoding'], kept.body.length)
  reply.headers(kept.headers).header('etag', etagOf(kept, encoding))
  if (hasIt(request, kept)) return reply.code(304).send()
  if (encoding === undefined) return reply.code(200).send(kept.body)
  const body = await cache.encode(kept, encoding)
  return reply.code(200).header('content-encoding', encoding).send(body)
}

/** The same bytes have the same ETag; those of another encoding are others. */
export const etagOf = ({ hash }: KeptAnswer, encoding: Encoding | undefined) =>
  encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`

/** Whether the client has this answer, in whatever encoding. */
export function hasIt({ headers }: RequestHead, { hash }: KeptAnswer): boolean {
  return headers['if-none-match']?.includes(`"${hash}`) === true
}
