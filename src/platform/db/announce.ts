import { setTimeout as wait } from 'node:timers/promises'
import { type Changes, collect, type Collected, type WrittenRows } from './changes.ts'

/** The channel on which processes tell each other what they have written. */
export const channel = 'marquee_writes'

export type Announcer = {
  /** Resolves when everything that was written until now is told. */
  flush(): Promise<void>
}

type Announcing = {
  changes: Pick<Changes, 'listenToOwn'>
  /** Tables whose writes others want to hear of. */
  tables: ReadonlySet<string>
  /** Names this process. */
  id: string
  /** Sends a message to the channel; outside of any transaction that sells. */
  send: (message: string) => Promise<unknown>
}

/** Messages are this far apart at the least: what is committed meanwhile goes together. */
const gapMs = 15
const retryMs = 100
const retriesMost = 50

/**
 * Tells other processes what this one has committed: at once when it has told nothing lately, else together with what
 * follows. PostgreSQL has transactions that notify commit one after the other, so none that sells notifies.
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

  /** What cannot be told within seconds is noticed by others in another way: they no longer see this process (listener.ts). */
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

/** PostgreSQL takes 8,000 bytes at the most. */
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

export type Message = { from: string; rows: Collected }

/** Undefined for what is no message of ours. An operator may send `all` after a change by hand. */
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
