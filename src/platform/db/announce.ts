import { setTimeout as wait } from 'node:timers/promises'
import { type Changes, collect, type Collected, type WrittenRows } from './changes.ts'

/** The channel on which processes tell each other what they have written. */
export const channel = 'marquee_writes'

export type Announcer = {
  /** Resolves when everything written until now has been announced. */
  flush(): Promise<void>
}

type Announcing = {
  changes: Pick<Changes, 'listenToOwn'>
  /** Tables whose writes are announced to other processes. */
  tables: ReadonlySet<string>
  /** The id of this process. */
  id: string
  /** Sends a message to the channel, and never within a transaction that sells. */
  send: (message: string) => Promise<unknown>
}

/** The least time between two messages; commits in between share the next one. */
const gapMs = 15
const retryMs = 100
const retriesMost = 50

/**
 * Announces this process's commits to other processes: at once when the last message was long ago, else together with
 * the next commits. PostgreSQL commits transactions that notify one after the other, so none that sells notifies.
 */
export function createAnnouncer({ changes, tables, id, send }: Announcing): Announcer {
  let untold: Collected = new Map()
  let running: Promise<void> | undefined
  let isClosing = false

  changes.listenToOwn(rows => {
    for (const [table, ids] of rows) {
      if (tables.has(table)) collect(untold, [table], ids === 'all' ? undefined : ids)
    }
    if (untold.size > 0) running ??= run()
  })

  async function run() {
    while (untold.size > 0) {
      const rows = untold
      untold = new Map()
      await sendSurely(messageOf(id, rows))
      if (!isClosing) await wait(gapMs, undefined, { ref: false })
    }
    running = undefined
  }

  /**
   * When a message cannot be sent for seconds, the other processes notice that they no longer see this one
   * (listener.ts).
   */
  async function sendSurely(message: string) {
    for (let attempt = 1; attempt <= retriesMost; attempt += 1) {
      try {
        await send(message)
        return
      } catch {
        if (isClosing) return
        await wait(retryMs, undefined, { ref: false })
      }
    }
  }

  return {
    flush: async () => {
      isClosing = true
      await running
    },
  }
}

/** PostgreSQL accepts at most 8,000 bytes. */
const bytesMost = 7500

export function messageOf(from: string, rows: WrittenRows): string {
  const told = (withIds: boolean) =>
    JSON.stringify({
      from,
      rows: [...rows].map(([table, ids]) =>
        ids === 'all' || !withIds ? [table] : [table, ...ids],
      ),
    })
  const exact = told(true)
  return Buffer.byteLength(exact) <= bytesMost ? exact : told(false)
}

/** The sender that the database names when a connection writes that is none of Marquee's processes (migration 0067). */
export const stranger = ''

export type Message = { from: string; rows: Collected }

/** Undefined for a message in another format. An operator may send `all` after a change by hand. */
export function readMessage(text: string): Message | 'all' | undefined {
  if (text === 'all') return 'all'
  try {
    const { from, rows } = JSON.parse(text) as { from: string; rows: [string, ...number[]][] }
    const read: Collected = new Map()
    for (const [table, ...ids] of rows) read.set(table, ids.length === 0 ? 'all' : new Set(ids))
    return { from, rows: read }
  } catch {
    return undefined
  }
}
