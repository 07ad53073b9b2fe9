import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { News } from '../../db/news.ts'
import type { ToldBasis } from './answer-basis.ts'
import { createAnswerStore, type KeptEntry } from './answer-store.ts'
import { createChangeHistory } from './change-history.ts'
import { type Encoded, type Encoding, encodedFor, isWorthEncoding } from '../answer/encodings.ts'
import { hasBody } from '../request/query-body.ts'

/** An answer as it is sent: its body, plain and encoded, and the headers of its own. */
export type KeptAnswer = {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | string[]>>
  /** The hash in the ETag; the ETag of every encoding begins with it. */
  readonly hash: string
  /** The encodings made so far. */
  readonly encoded: Encoded
  /** Known after the framework has sent the answer from memory once. */
  sent?: SentHead
}

/**
 * The route, and all headers that do not depend on the single request, as a flat list of names and values for Node.
 */
type SentHead = { route: string; headers: readonly string[] }

/** A request as Node's server provides it. */
export type RequestHead = {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/**
 * Anonymous answers that are the same for everybody, kept in memory. An answer ends with the first of four things
 * (docs/contract.md, section 17): a committed write, by any process, to a record that it was made of; the instant at
 * which it changes by itself; five minutes; and, while other processes' writes are not heard, the current second. An
 * answer that was begun before such an end is sent but not kept.
 */
export type AnswerCache = {
  /** The kept answer for a request, if it was sent before. */
  hit(request: RequestHead): Required<KeptAnswer> | undefined
  /**
   * Returns the kept answer for a request, or else a place to keep the answer that is made now. Undefined when it
   * must not be kept. Requests that get the same answer have the same `question`.
   */
  look(request: RequestHead, question: Question): Promise<KeptAnswer | Filling | undefined>
  /** The kinds of record whose rows are in these tables. */
  kindsOf(tables: readonly string[]): readonly string[]
  /** The answer in an encoding, which is kept with it. */
  encode(answer: KeptAnswer, encoding: Encoding): Promise<Buffer>
  load(): Load
}

/** What is kept now, and what happened since the start. */
export type Load = {
  answers: number
  bytes: number
  /** Requests answered from memory, and those that shared an answer while it was made. */
  hits: number
  /** Answers that had to be made, because none was kept. */
  misses: number
  /** Answers removed because the memory was full. */
  evictions: number
}

export type Question = {
  text: string
  /** The network of the request. */
  network: string
  /** The kinds of record that the answer may depend on. */
  kinds: readonly string[]
}

export type Filling = {
  readonly keep: (
    body: string,
    headers: Record<string, string | string[]>,
    basis: ToldBasis,
  ) => KeptAnswer
  /** Ends without an answer; does nothing after one was kept. */
  readonly giveUp: () => void
  /** The request must wait behind others of its own network; requests of other networks stop waiting for it. */
  readonly standBack: () => void
}

const bytesMost = 64 * 1024 * 1024
/** A change of rows by hand is not announced. */
const longestMs = 300_000
/** The lifetime varies, so that answers made together do not all end together. */
const spread = 0.3

export type CacheOptions = {
  clock: Clock
  changes: Pick<Changes, 'listen'>
  /** What is known of other processes' writes. */
  news: Pick<News, 'heardSince' | 'listen'>
  /** The kind of record whose rows are in a table; undefined for tables that no kept answer is made of. */
  kindOf: (table: string) => string | undefined
  corsOrigins: readonly string[]
}

/** A kept answer, and the time at which it ends by itself. */
type Entry = {
  readonly answer: KeptAnswer
  readonly ends: number
  /** After this time it counts only while all writes since `heardSince` have been heard. */
  readonly second: number
  readonly heardSince: number | undefined
}

/** An answer that is being made. */
type Pending = {
  readonly begun: number
  readonly kinds: ReadonlySet<string>
  readonly made: Promise<MakeResult>
}
type MakeResult = KeptAnswer | 'failed' | 'stood back'

const secondOf = (ms: number) => Math.floor(ms / 1000)

export function createAnswerCache(options: CacheOptions): AnswerCache {
  const { kindOf, corsOrigins } = options
  const shelf = createShelf(options)
  const { store, pending, keptAs, nextTurn, counts } = shelf
  return {
    hit: request => {
      // Most requests are not for this cache, so they cost only one look into the map.
      const kept = store.findAt(request.url ?? '')
      if (!kept || !saysNothing(request, corsOrigins)) return undefined
      const answer = current(shelf, kept)?.answer
      if (!answer || !('sent' in answer)) return undefined
      counts.hits += 1
      return answer as Required<KeptAnswer>
    },
    look: async (request, question) => {
      if (!saysNothing(request, corsOrigins)) return undefined
      const address = request.url ?? ''
      const since = nextTurn()
      for (;;) {
        const kept = store.find(question.text)
        const entry = current(shelf, kept)
        if (kept && entry) {
          store.addAddress(kept, address)
          counts.hits += 1
          return entry.answer
        }
        const underway = pending.get(question.text) ?? pending.get(ofNetwork(question))
        if (underway === undefined) {
          counts.misses += 1
          return fill(shelf, question, address)
        }
        const made = await underway.made
        // The answer that is being made was begun before this request, and a write came in between: the database is
        // read again.
        if (underway.begun < since || made === 'stood back') continue
        // After a failure the request reads by itself, instead of waiting for another answer.
        counts[made === 'failed' ? 'misses' : 'hits'] += 1
        return made === 'failed' ? unkept(shelf) : made
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
    load: () => ({ ...store.load(), ...counts }),
  }
}

/** The kept answers and those being made, which end with the writes that outdate them. */
function createShelf({ clock, changes, news, kindOf, corsOrigins }: CacheOptions) {
  const store = createAnswerStore<Entry>(bytesMost)
  const history = createChangeHistory()
  const pending = new Map<string, Pending>()
  let turn = 0
  changes.listen(rows => {
    for (const [table, ids] of rows) {
      const kind = kindOf(table)
      if (kind === undefined) continue
      history.changed(kind, ids)
      store.dropMadeOf(kind, ids)
      // Requests from now on must not get an answer begun before.
      for (const [question, { kinds }] of pending) if (kinds.has(kind)) pending.delete(question)
    }
  })
  news.listen(() => {
    history.changedAll()
    store.clear()
    pending.clear()
  })
  return {
    clock,
    news,
    store,
    history,
    pending,
    keptAs: new WeakMap<KeptAnswer, KeptEntry<Entry>>(),
    counts: { hits: 0, misses: 0 },
    nextTurn: () => {
      turn += 1
      return turn
    },
    vary: ['Authorization', 'Cookie', ...(corsOrigins.length === 0 ? [] : ['Origin'])],
  }
}

type Shelf = ReturnType<typeof createShelf>

/** The entry, unless it has ended by itself. */
function current(
  { clock, news, store }: Shelf,
  kept: KeptEntry<Entry> | undefined,
): Entry | undefined {
  if (!kept) return undefined
  const { ends, second, heardSince } = kept.value
  const now = clock.now().getTime()
  const heardNow = news.heardSince()
  const isHeard = heardSince !== undefined && heardSince === heardNow
  if (now < ends && (second === secondOf(now) || isHeard)) {
    kept.isUsed = true
    return kept.value
  }
  // On a busy machine the check may be late; once it has arrived, the answer counts again.
  if (now >= ends || heardSince === undefined || heardNow !== undefined) store.drop(kept)
  return undefined
}

/** Adds `Vary`. An answer that depends on other headers than usual names them in `vary` itself. */
function answerOf({ vary }: Shelf, body: string, headers: KeptAnswer['headers']): KeptAnswer {
  const names = headers['vary'] === undefined ? vary : [headers['vary']].flat()
  return tagged(body, { ...headers, vary: varyOf(names, body) })
}

/** For an answer that is sent to one request and not kept. */
const unkept = (shelf: Shelf): Filling => ({
  keep: (body, headers) => answerOf(shelf, body, headers),
  giveUp: () => {},
  standBack: () => {},
})

/** Lets simultaneous requests wait for an answer that is made now, and keeps it unless a write outdated it meanwhile. */
function fill(shelf: Shelf, { text, network, kinds }: Question, address: string): Filling {
  const { clock, news, store, history, pending, keptAs } = shelf
  const made = { begun: shelf.nextTurn(), kinds: new Set(kinds) }
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
      const answer = answerOf(shelf, body, headers)
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

const ofNetwork = ({ text, network }: Pick<Question, 'text' | 'network'>) => `${network} ${text}`

/** Lets others wait for the answer to a question; the returned function ends that. */
function promised(
  pending: Map<string, Pending>,
  question: string,
  about: Omit<Pending, 'made'>,
): (made: MakeResult) => void {
  let settle: (made: MakeResult) => void = () => {}
  const made = new Promise<MakeResult>(resolve => {
    settle = resolve
  })
  const own = { ...about, made }
  pending.set(question, own)
  return (end: MakeResult) => {
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

// Answers to such requests are never kept: they are refused, or are for one caller.
const personal = /%00|[?&][^=&?]*(password|api_key|nonce|_envelope)/i

/** Whether the answer depends on nothing but the address. */
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
