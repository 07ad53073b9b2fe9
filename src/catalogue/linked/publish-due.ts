import { type Instant, toLocal } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAll } from '../../platform/facts/record.ts'
import type { Kind } from './kind.ts'
import { publicationOf } from './rules.ts'
import { changePlaceOfEvents, lockById, publishDueRows, updateRow } from './store.ts'

const everySeconds = 60

/** Publishes records whose date of publication has come, within a minute. */
export function publicationJob({ db, clock }: Pick<Deps, 'db' | 'clock'>, kind: Kind) {
  const name = `${kind.plural}.publish`
  const run = async () => {
    await transaction(actingOn(db, { kind: 'job', name }), async tx => {
      const now = clock.now()
      const ids = await publishDueRows(tx, kind, now)
      await recordPublished(tx, kind, { ids, now })
    })
  }
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}

/** Calendars show a venue from its publication on, so its events change with it. */
async function recordPublished(
  tx: Tx,
  kind: Kind,
  { ids, now }: { ids: readonly number[]; now: Instant },
) {
  if (ids.length === 0) return
  if (kind.name === 'venue') await changePlaceOfEvents(tx, ids, { now, isElsewhere: false })
  await recordSaved(tx, kind, ids)
}

const recordSaved = (tx: Tx, kind: Kind, ids: readonly number[]) =>
  recordAll(
    tx,
    ids.map(id =>
      kind.name === 'venue'
        ? { name: 'venue.saved', payload: { venue_id: id } }
        : { name: 'organizer.saved', payload: { organizer_id: id } },
    ),
  )

type Drafts = { ids: readonly number[]; authorId: number | null; now: Instant; timezone: string }

/** Publishes those of these records that are still drafts and belong to this author. */
export async function publishDrafts(tx: Tx, kind: Kind, { ids, authorId, now, timezone }: Drafts) {
  const published: number[] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const before = await lockById(tx, kind, id)
    if (!before || before.author_id !== authorId) continue
    if (before.status !== 'draft' && before.status !== 'pending') continue
    const here = { instant: now, local: toLocal(now, timezone) }
    const row = publicationOf({ status: 'publish', date: undefined, now: here, before })
    await updateRow(tx, kind, { id, row: { ...row, updated_at: now } })
    published.push(id)
  }
  await recordPublished(tx, kind, { ids: published, now })
}
