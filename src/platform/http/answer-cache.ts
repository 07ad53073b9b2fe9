import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Watched } from '../db/changes.ts'
import { hasBody } from './query-body.ts'

/** An answer as it is sent: its body and the headers of its own. */
export type KeptAnswer = {
  body: Buffer
  headers: Record<string, string | string[]>
  /** Known from the first time that it was sent from memory. */
  sent?: Sent
}

/** The route and all headers of an answer but those of a single request: names and values in turn, as Node takes them. */
type Sent = { route: string; headers: readonly string[] }

/** What is asked, as Node tells it. */
export type Asked = {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/**
 * Answers that are the same for everybody who says nothing about themselves, kept in memory.
 *
 * They end with the first of two things. A committed write of this process to a watched table: whoever wrote reads what
 * was written. And the end of the current second: nothing that changes by itself (a publication, the start of a sale,
 * midnight) happens within one, and a write of another process shows a second later. What was begun before either is
 * answered, but not kept.
 */
export type AnswerCache = {
  /** The answer that is kept for the request, if it was sent before. */
  hit(asked: Asked): Required<KeptAnswer> | undefined
  /**
   * The answer that is kept for the question of the request, else where to keep the one that is made now. Undefined: not
   * to be kept. Requests whose answers are made of the same have the same `question`; `network` is where they came from.
   */
  look(asked: Asked, question: Question): Promise<KeptAnswer | Filling | undefined>
}

export type Question = { text: string; network: string }

export type Filling = {
  readonly keep: (body: string, headers: Record<string, string | string[]>) => KeptAnswer
  /** Nothing came of it; does nothing once something was kept. */
  readonly giveUp: () => void
  /** It has to wait for what its network asked for before, so that other networks wait for it no longer. */
  readonly standBack: () => void
}

const bytesMax = 64 * 1024 * 1024
const addressesMost = 20_000

export type CacheOptions = { clock: Clock; watched: Watched; corsOrigins: readonly string[] }

/** What is kept between two writes, within one second. */
type Memory = {
  readonly second: number
  readonly version: number
  /** By their questions; what stands back by its network too. */
  readonly answers: Map<string, KeptAnswer | Pending>
  /** Again, by the addresses with which they were asked, at which they are found sooner. */
  readonly addresses: Map<string, KeptAnswer>
  bytes: number
}

/** An answer that somebody makes just now. */
type Pending = { readonly begun: number; readonly made: Promise<Made> }
type Made = KeptAnswer | 'failed' | 'stood back'
/** One cache for each list of tables that answers are made of, the list itself being its name. */
export type AnswerCaches = {
  /** Those that were asked for so far. */
  readonly all: readonly AnswerCache[]
  readonly of: (tables: readonly string[]) => AnswerCache
}

/** `watch` tells the writes to tables (platform/db/changes.ts). */
export function createAnswerCaches({
  watch,
  ...options
}: Omit<CacheOptions, 'watched'> & {
  watch: (tables: readonly string[]) => Watched
}): AnswerCaches {
  const byTables = new Map<readonly string[], AnswerCache>()
  const all: AnswerCache[] = []
  return {
    all,
    of: tables => {
      const known = byTables.get(tables)
      if (known) return known
      const made = createAnswerCache({ ...options, watched: watch(tables) })
      byTables.set(tables, made)
      all.push(made)
      return made
    },
  }
}

export function createAnswerCache({ clock, watched, corsOrigins }: CacheOptions): AnswerCache {
  const vary = corsOrigins.length === 0 ? 'Authorization, Cookie' : 'Authorization, Cookie, Origin'
  let memory = emptyMemory(-1, -1)

  /** What is kept now. Whoever fills an older one fills what nobody reads any more. */
  function current() {
    const second = Math.floor(clock.now().getTime() / 1000)
    if (second !== memory.second || watched.version !== memory.version) {
      memory = emptyMemory(second, watched.version)
    }
    return memory
  }

  const nextTurn = counter()

  function fill(kept: Memory, { text, network }: Question, address: string): Filling {
    const begun = nextTurn()
    let end = promised(kept, text, begun)
    return {
      giveUp: () => end('failed'),
      standBack: () => {
        end('stood back')
        end = promised(kept, ofNetwork({ text, network }), begun)
      },
      keep: (body, headers) => {
        const answer = tagged(body, { ...headers, vary })
        kept.bytes += answer.body.length
        if (kept === current() && kept.bytes <= bytesMax) {
          kept.answers.set(text, answer)
          findAt(kept, address, answer)
        }
        end(answer)
        return answer
      },
    }
  }

  return {
    hit: asked => {
      // Most questions are not for this cache: they cost a look into the map, and no more.
      if (!memory.addresses.has(asked.url ?? '') || !saysNothing(asked, corsOrigins))
        return undefined
      const found = current().addresses.get(asked.url ?? '')
      return found && 'sent' in found ? (found as Required<KeptAnswer>) : undefined
    },
    look: async (asked, question) => {
      if (!saysNothing(asked, corsOrigins)) return undefined
      const address = asked.url ?? ''
      const since = nextTurn()
      for (;;) {
        const kept = current()
        const { answers } = kept
        const found = answers.get(question.text) ?? answers.get(ofNetwork(question))
        if (found === undefined) return fill(kept, question, address)
        if ('body' in found) {
          findAt(kept, address, found)
          return found
        }
        const made = await found.made
        // What was begun before this question may be older than it: then it is asked again.
        if (found.begun < since || made === 'stood back') continue
        // Nobody waits twice: not for the end of writes, and not for one failure after the other.
        return made === 'failed' ? fill(emptyMemory(-1, -1), question, address) : made
      }
    },
  }
}

function counter() {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

const ofNetwork = ({ text, network }: Question) => `${network} ${text}`

const emptyMemory = (second: number, version: number): Memory => ({
  second,
  version,
  answers: new Map(),
  addresses: new Map(),
  bytes: 0,
})

/** From now on the answer is found at this address too. */
function findAt({ addresses }: Memory, address: string, answer: KeptAnswer) {
  if (addresses.size < addressesMost) addresses.set(address, answer)
}

/** Has others wait for the answer to a question; what is returned ends that, once. */
function promised({ answers }: Memory, question: string, begun: number) {
  let settle: (made: Made) => void = () => {}
  const made = new Promise<Made>(resolve => {
    settle = resolve
  })
  const pending = { begun, made }
  answers.set(question, pending)
  return (end: Made) => {
    if (answers.get(question) === pending) answers.delete(question)
    settle(end)
  }
}

function tagged(text: string, headers: KeptAnswer['headers']): KeptAnswer {
  const body = Buffer.from(text)
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  return { body, headers: { ...headers, etag, 'cache-control': 'no-cache' } }
}

// What must be refused, wherever it stands, is no question at all.
const personal = /%00|[?&][^=&]*(password|api_key|nonce|_envelope)/i

/** Whether the answer to a request depends on nothing but its address. */
function saysNothing({ method, headers, url = '' }: Asked, origins: readonly string[]) {
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

/** Sends an answer that is kept, or says that the client has it already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer) {
  reply.headers(kept.headers)
  return hasIt(request, kept) ? reply.code(304).send() : reply.code(200).send(kept.body)
}

export function hasIt({ headers }: Asked, kept: KeptAnswer): boolean {
  const wanted = headers['if-none-match']
  return wanted?.includes(String(kept.headers['etag'])) === true
}
