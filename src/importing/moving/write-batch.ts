import { storedPassword } from '../../catalogue/events/unlock-event.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { type Imported, type ImportedKind, recordKinds, type Row } from '../kinds/imported.ts'
import { decide, hashOf } from './decide.ts'
import type { Tally } from './report.ts'
import {
  actAsImport,
  findRecords,
  findSame,
  fingerprints,
  insertRows,
  isOwnIdTaken,
  type KnownRecord,
  nextOwnId,
  raiseOwnIds,
  saveRecords,
  tableOf,
  updateRows,
} from './store.ts'
import type { Settled } from './settled.ts'
import { writeBroughtPasswords } from './store.parts.ts'
import { withFreeSlugs } from './free-slugs.ts'
import { writeParts } from './write-parts.ts'

export type Run = {
  readonly db: Db
  /** Undefined in a dry run of a source that never came: then nothing is records of it. */
  readonly sourceId: number | undefined
  readonly dryRun: boolean
  readonly offset: number
  readonly tally: Tally
  /** What becomes of application passwords: `keep` brings those of new accounts, `merge` also those of accounts that were here. */
  readonly passwords: 'keep' | 'merge' | 'skip'
}

type Own = 'terms' | 'users' | 'fees' | 'coupons'
const ownTables: readonly string[] = ['terms', 'users', 'fees', 'coupons'] satisfies Own[]

/**
 * Settles records of one kind, in one transaction with what is noted of them: all or none. A dry run only looks. Returns what
 * became of each.
 */
export async function settleBatch(
  run: Run,
  kind: ImportedKind,
  batch: readonly Imported[],
): Promise<Settled[]> {
  if (batch.length === 0) return []
  const work = async (db: Db) => settle(run, db, { kind, batch })
  const settled = run.dryRun ? await work(run.db) : await transaction(run.db, work)
  for (const { imported, outcome } of settled) {
    run.tally.add(kind, outcome)
    if (outcome === 'kept') run.tally.lose(kind, imported.oldId, keptReason(kind))
    if (outcome === 'made' || outcome === 'changed' || outcome === 'same') {
      for (const reason of imported.losses) run.tally.lose(kind, imported.oldId, reason)
    }
  }
  return settled
}

const keptReason = (kind: ImportedKind) =>
  ownTables.includes(tableOf[kind])
    ? 'It was here before, or was changed here since: ours stays.'
    : 'It was changed here since and in the source too: ours stays.'

type Batch = { kind: ImportedKind; batch: readonly Imported[] }

async function settle(run: Run, db: Db, { kind, batch }: Batch): Promise<Settled[]> {
  const { sourceId } = run
  if (db.isTransaction) await actAsImport(db as Tx)
  const records = await recordsOf(run, db, { kind, batch })
  const columns = Object.keys(batch[0]?.row ?? {})
  const ids = [...records.values()].map(({ ourId }) => ourId)
  const present = await fingerprints(db, { kind, ids, columns })
  const settled: Settled[] = []
  const fresh = new Set<number>()
  for (const imported of batch) {
    const record = records.get(imported.oldId)
    const one = await settleOne(run, db, { imported, record, present, fresh })
    fresh.add(one.id)
    settled.push(one)
  }
  if (!run.dryRun && sourceId !== undefined) {
    await write(db as Tx, { sourceId, kind, settled, records, columns, passwords: run.passwords })
  }
  return settled
}

async function recordsOf({ sourceId }: Run, db: Db, { kind, batch }: Batch) {
  if (sourceId === undefined) return new Map<number, KnownRecord>()
  return findRecords(db, { sourceId, kind, oldIds: batch.map(({ oldId }) => oldId) })
}

type One = {
  imported: Imported
  record: KnownRecord | undefined
  present: ReadonlyMap<number, string>
  /** Ids that records of this batch got. */
  fresh: ReadonlySet<number>
}

async function settleOne(run: Run, db: Db, { imported, record, present, fresh }: One) {
  const hash = hashOf(imported)
  if (record) {
    const outcome = decide(hash, record, present.get(record.ourId))
    return { imported, hash, outcome, id: record.ourId }
  }
  const same = await findSame(db, imported.kind, imported.row)
  if (same !== undefined) return { imported, hash, outcome: 'kept' as const, id: same }
  const id = await idFor(db, imported, { fresh, offset: run.offset })
  return { imported, hash, outcome: 'made' as const, id }
}

async function idFor(
  db: Db,
  { kind, oldId }: Imported,
  { fresh, offset }: { fresh: ReadonlySet<number>; offset: number },
): Promise<number> {
  if (recordKinds.includes(kind)) return oldId + offset
  const table = tableOf[kind] as Own
  if (!fresh.has(oldId) && !(await isOwnIdTaken(db, table, oldId))) return oldId
  return Math.max(await nextOwnId(db, table), ...[...fresh].map(id => id + 1))
}

type Writing = {
  sourceId: number
  kind: ImportedKind
  settled: readonly Settled[]
  records: ReadonlyMap<number, KnownRecord>
  columns: readonly string[]
  passwords: Run['passwords']
}

async function write(tx: Tx, writing: Writing) {
  const { kind, settled, passwords } = writing
  const of = (wanted: string) =>
    withFreeSlugs(
      tx,
      kind,
      settled.filter(({ outcome }) => outcome === wanted),
    )
  const [made, changed] = [await of('made'), await of('changed')]
  const table = tableOf[kind]
  const complete = async (records: readonly Settled[], extra: (id: number) => Row) => {
    const rows = await Promise.all(records.map(each => rowOf(each)))
    return rows.map(row => ({ ...row, ...extra(row.id) }))
  }
  const none = () => ({})
  await writeParts(tx, kind, {
    made,
    changed,
    bringsPasswords: passwords !== 'skip',
    insert: async (extra = none) => insertRows(tx, table, await complete(made, extra)),
    update: async (extra = none) => updateRows(tx, table, await complete(changed, extra)),
  })
  if (ownTables.includes(table) && made.length > 0) await raiseOwnIds(tx, table as Own)
  await noteRecords(tx, writing, [...made, ...changed])
}

/** Notes what was written, and which records of ours stand for records of the source. */
async function noteRecords(
  tx: Tx,
  { sourceId, kind, settled, records, columns, passwords }: Writing,
  written: readonly Settled[],
) {
  const ids = written.map(({ id }) => id)
  const prints = await fingerprints(tx, { kind, ids, columns })
  const joined = settled.filter(
    ({ outcome, imported }) => outcome === 'kept' && !records.has(imported.oldId),
  )
  if (kind === 'user' && passwords === 'merge') {
    const accounts = joined.map(({ imported, id }) => ({
      id,
      passwords: imported.parts['passwords'] as [],
    }))
    await writeBroughtPasswords(tx, accounts)
  }
  const note = ({ imported, id, hash }: Settled, ours: string | null) => ({
    oldId: imported.oldId,
    ourId: id,
    hash,
    ours,
  })
  await saveRecords(tx, { sourceId, kind }, [
    ...written.map(each => note(each, prints.get(each.id) ?? null)),
    ...joined.map(each => note(each, null)),
  ])
}

/** The row with its id. The password of an event is hashed here, because each hash is another. */
async function rowOf({
  imported: { kind, row, parts },
  id,
}: Settled): Promise<Row & { id: number }> {
  if (kind !== 'event') return { id, ...row }
  const { password = '' } = parts as { password?: string }
  return { id, ...row, password_hash: await storedPassword(password) }
}
