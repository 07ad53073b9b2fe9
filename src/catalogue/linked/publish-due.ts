import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAll } from '../../platform/facts/record.ts'
import type { Kind } from './kind.ts'
import { publishDueRows } from './store.ts'

const everySeconds = 60

/** Records with a date of publication ahead are published when it comes, within a minute. */
export function publicationJob({ db, clock }: Pick<Deps, 'db' | 'clock'>, kind: Kind) {
  const name = `${kind.plural}.publish`
  const run = async () => {
    await transaction(db, async tx => {
      const ids = await publishDueRows(tx, kind, clock.now())
      await recordAll(
        tx,
        ids.map(id =>
          kind.name === 'venue'
            ? { name: 'venue.saved', payload: { venue_id: id } }
            : { name: 'organizer.saved', payload: { organizer_id: id } },
        ),
      )
    })
  }
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}
