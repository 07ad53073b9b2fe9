import type { Actor } from '../../core/actor.ts'
import type { Instant } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { actingOn, databaseOf } from '../../platform/db/acting.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import { adjustTermCounts } from '../terms/attach-terms.ts'
import { countsForTerms } from '../terms/rules.ts'
import { publishLinked } from './publish-linked.ts'
import { dueEvents, nextPublication, updateEvent } from './store.ts'

type PublishDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** What this process knows of scheduled publications. */
type Watch = {
  askedAt: number
  nextDue: number
  /** How many writes of other processes to events were heard, and how many of them before it asked. */
  heard: number
  heardThen: number
  running: Promise<void> | undefined
}

const watches = new WeakMap<object, Watch>()
/** How long this process may miss a publication that another process scheduled and did not announce. */
const recheckMs = 1000

/**
 * Publishes events whose date of publication has come. Every read of events calls it first, so that nobody
 * sees a due event as unpublished. It costs one statement a second. A job calls it for events that nobody
 * reads. Returns when the next event is due, null when none is scheduled.
 */
export async function publishDue(deps: PublishDeps): Promise<Instant | null> {
  const watch = watchOf(deps.db)
  const now = deps.clock.now()
  if (watch.running) await watch.running
  const isRecent = Math.abs(now.getTime() - watch.askedAt) < recheckMs
  const isKnown = isRecent && watch.heardThen === watch.heard
  if (isKnown && now.getTime() < watch.nextDue) return nextOf(watch)
  watch.running ??= ask(deps, watch, now).finally(() => {
    watch.running = undefined
  })
  await watch.running
  return nextOf(watch)
}

const nextOf = ({ nextDue }: Watch) => (Number.isFinite(nextDue) ? new Date(nextDue) : null)

/** Notes that an event is scheduled, so that the process that saved it publishes it in time. */
export function expectPublication(
  db: Db,
  event: { status: string; published_at: Date | null },
): void {
  if (event.status !== 'future' || !event.published_at) return
  const watch = watchOf(db)
  watch.nextDue = Math.min(watch.nextDue, event.published_at.getTime())
}

/**
 * Notes that another process wrote an event, which may be scheduled now. An answer that is made from now on is kept until
 * the next publication, so the database is asked for its date again.
 */
export function askForPublication(db: Db): void {
  watchOf(db).heard += 1
}

function watchOf(db: Db): Watch {
  const database = databaseOf(db)
  const current = watches.get(database)
  const watch = current ?? {
    askedAt: Number.NEGATIVE_INFINITY,
    nextDue: Number.POSITIVE_INFINITY,
    heard: 0,
    heardThen: 0,
    running: undefined,
  }
  if (!current) watches.set(database, watch)
  return watch
}

/** The date publishes, whether a job or a reader notices. */
const publisher: Actor = { kind: 'job', name: 'events.publish' }

async function ask({ db, config }: PublishDeps, watch: Watch, now: Date) {
  // An event may be scheduled while a statement runs: here, and its date is kept; or elsewhere, and the next reader asks
  // again.
  watch.nextDue = Number.POSITIVE_INFINITY
  let { heard } = watch
  let next = await nextPublication(db)
  if (next && next <= now) {
    await transaction(actingOn(db, publisher), async tx => {
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
    heard = watch.heard
    next = await nextPublication(db)
  }
  watch.heardThen = heard
  watch.askedAt = now.getTime()
  if (next) watch.nextDue = Math.min(watch.nextDue, next.getTime())
}
