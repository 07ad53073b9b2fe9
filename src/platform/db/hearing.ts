import { performance } from 'node:perf_hooks'
import { readMessage, stranger } from './announce.ts'
import type { Changes } from './changes.ts'
import type { News } from './news.ts'

/** How long an answer to the periodic check counts. */
const heardForMs = 1000

/** Connections of processes that announce their writes have this prefix and the process's id as their name. */
export const nameOf = (id: string) => `marquee:${id}`

const pooled = ':pooled'

/**
 * The name of its other connections where a pooler may stand before them: a pooler keeps connections of a process that
 * died, under their name, and gives those of a living one other names all the time.
 */
export const pooledNameOf = (id: string) => `${nameOf(id)}${pooled}`

/** For the database: the names of all connections of processes that announce their writes. */
export const namesOfMarquee = `^marquee:[0-9a-f]{8}(${pooled})?$`

/** The name of the connection that lasts as long as its process. */
const lastingOf = (name: string) => (name.endsWith(pooled) ? name.slice(0, -pooled.length) : name)

/** The names of the other connections of processes that announce their writes. */
export type WhoElse = { names: string[] }

export type Hearing = ReturnType<typeof createHearing>

/**
 * Judges whether a process hears of all writes of the others, from their messages and from periodic checks of who is
 * connected. The answer to a check arrives after all earlier messages, which proves that none is missing. A process that
 * vanished may have written without announcing it: everything kept is dropped. Each names itself before its first write
 * (`postgres.ts`), so that it is missed also when it lived between two checks. Writes of connections that are none of
 * Marquee's processes are told by triggers (migration 0067), so such a connection ends nothing by being at work.
 */
export function createHearing({ changes, id }: { changes: Pick<Changes, 'heard'>; id: string }) {
  const forgetters: (() => void)[] = []
  let confirmedAt = Number.NEGATIVE_INFINITY
  let era = 0
  let trouble: string | undefined = 'The connection is not open yet.'
  /** Names of other connections, from the last check and from messages since, with the time at which they were heard. */
  let others = new Map<string, number>()

  /** Everything kept before now is outdated. */
  function forget() {
    era += 1
    for (const one of forgetters) one()
  }

  /** Nothing counts as heard until the next check that finds everything in order. */
  function lose(why: string) {
    if (trouble === undefined) forget()
    trouble = why
  }

  function hear(text: string | undefined) {
    const message = readMessage(text ?? '')
    if (message === 'all') forget()
    else if (message && message.from !== id) {
      if (message.from !== stranger) others.set(nameOf(message.from), performance.now())
      changes.heard(message.rows)
    }
  }

  /** The answer to a check that was sent at `began`, by `performance.now()`. */
  function confirm(now: WhoElse, began: number) {
    const names = new Set(now.names)
    const isHere = (name: string) => names.has(name) || name === nameOf(id)
    // Whoever was first heard while the question was under way may have come after its answer: the next one tells.
    const fresh = [...others].filter(([, heardAt]) => heardAt > began)
    const isOneGone = [...others].some(
      ([name, heardAt]) => heardAt <= began && !isHere(name) && !isHere(lastingOf(name)),
    )
    if (isOneGone || trouble !== undefined) forget()
    trouble = undefined
    confirmedAt = began
    others = new Map([...now.names.map(name => [name, began] as const), ...fresh])
  }

  return {
    hear,
    lose,
    confirm,
    trouble: () => trouble,
    listen: ((one: () => void) => {
      forgetters.push(one)
    }) satisfies News['listen'],
    heardSince: (() =>
      trouble === undefined && performance.now() - confirmedAt < heardForMs
        ? era
        : undefined) satisfies News['heardSince'],
  }
}
