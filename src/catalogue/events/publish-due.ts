import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import { adjustTermCounts } from '../terms/attach-terms.ts'
import { countsForTerms } from '../terms/rules.ts'
import { publishLinked } from './publish-linked.ts'
import { dueEvents, nextPublication, updateEvent } from './store.ts'

type Publishing = Pick<Deps, 'db' | 'clock' | 'config'>

/** What one process knows of publications to come. */
type Watch = { askedAt: number; nextDue: number; running: Promise<void> | undefined }

const watches = new WeakMap<Db, Watch>()
/** How long this process may not know of a publication that another one has scheduled. */
const recheckMs = 1000

/**
 * Publishes events whose moment has come. Every read of events calls it first, so that nobody sees a due event as
 * unpublished; it costs a statement a second, and a job calls it for what nobody reads.
 */
export async function publishDue(deps: Publishing): Promise<void> {
  const watch = watchOf(deps.db)
  const now = deps.clock.now()
  if (watch.running) await watch.running
  const isKnown = Math.abs(now.getTime() - watch.askedAt) < recheckMs
  if (isKnown && now.getTime() < watch.nextDue) return
  watch.running ??= ask(deps, watch, now).finally(() => {
    watch.running = undefined
  })
  await watch.running
}

/** Remembers that an event waits to be published: the process that saved it publishes it in time. */
export function expectPublication(
  db: Db,
  event: { status: string; published_at: Date | null },
): void {
  if (event.status !== 'future' || !event.published_at) return
  const watch = watchOf(db)
  watch.nextDue = Math.min(watch.nextDue, event.published_at.getTime())
}

function watchOf(db: Db): Watch {
  const known = watches.get(db)
  const watch = known ?? {
    askedAt: Number.NEGATIVE_INFINITY,
    nextDue: Number.POSITIVE_INFINITY,
    running: undefined,
  }
  if (!known) watches.set(db, watch)
  return watch
}

async function ask({ db, config }: Publishing, watch: Watch, now: Date) {
  // Saves may tell of publications while the database is asked; those stay known.
  watch.nextDue = Number.POSITIVE_INFINITY
  let next = await nextPublication(db)
  if (next && next <= now) {
    await transaction(db, async tx => {
      for (const event of await dueEvents(tx, now)) {
        await updateEvent(tx, event.id, { status: 'publish' })
        const published = { ...event, status: 'publish' }
        await publishLinked(tx, { config }, { event: published, before: undefined, now })
        await adjustTermCounts(tx, event.id, {
          wasCounted: countsForTerms(event),
          isCounted: countsForTerms(published),
        })
        await record(tx, 'event.saved', { event_id: event.id })
      }
    })
    next = await nextPublication(db)
  }
  watch.askedAt = now.getTime()
  if (next) watch.nextDue = Math.min(watch.nextDue, next.getTime())
}
