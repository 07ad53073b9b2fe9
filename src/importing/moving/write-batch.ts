import { storedPassword } from '../../catalogue/events/unlock-event.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { type Imported, type ImportedKind, recordKinds, type Row } from '../kinds/imported.ts'
import { decide, hashOf } from './decide.ts'
import type { Outcome, Tally } from './report.ts'
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
  takenSlugs,
  updateRows,
} from './store.ts'
import type { Settled } from './settled.ts'
import { writeBroughtPasswords } from './store.parts.ts'
import { writeParts } from './write-parts.ts'

export type Run = {
  readonly db: Db
  /** Undefined in a dry run of a source that never came: then nothing is known of it. */
  readonly sourceId: number | undefined
  readonly dryRun: boolean
  readonly offset: number
  readonly tally: Tally
  /** What becomes of application passwords: `keep` brings those of new accounts, `merge` also those of accounts that were here. */
  readonly passwords: 'keep' | 'merge' | 'skip'
}

type Own = 'terms' | 'users' | 'fees' | 'coupons'
const ownTables: readonly string[] = ['terms', 'users', 'fees', 'coupons'] satisfies Own[]
const slugged = new Set<ImportedKind>(['venue', 'organizer', 'event'])

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
  const oldIds = batch.map(({ oldId }) => oldId)
  if (db.isTransaction) await actAsImport(db as Tx)
  const known =
    sourceId === undefined
      ? new Map<number, KnownRecord>()
      : await findRecords(db, { sourceId, kind, oldIds })
  const columns = columnsOf(batch[0])
  const present = await fingerprints(
    db,
    kind,
    [...known.values()].map(({ ourId }) => ourId),
    columns,
  )
  const settled: Settled[] = []
  const fresh = new Set<number>()
  for (const imported of batch) {
    const before = known.get(imported.oldId)
    const hash = hashOf(imported)
    const joined = before ? undefined : await findSame(db, kind, imported.row)
    const outcome =
      joined === undefined ? decide(hash, before, present.get(before?.ourId ?? 0)) : 'kept'
    const id = before?.ourId ?? joined ?? (await idFor(run, db, imported, fresh))
    fresh.add(id)
    settled.push({ imported, outcome, id, hash })
  }
  if (!run.dryRun && sourceId !== undefined) {
    await write(db as Tx, { sourceId, kind, settled, known, columns, passwords: run.passwords })
  }
  return settled
}

const columnsOf = (imported: Imported | undefined) => Object.keys(imported?.row ?? {})

async function idFor(
  run: Run,
  db: Db,
  { kind, oldId }: Imported,
  fresh: ReadonlySet<number>,
): Promise<number> {
  if (recordKinds.includes(kind)) return oldId + run.offset
  const table = tableOf[kind] as Own
  if (!fresh.has(oldId) && !(await isOwnIdTaken(db, table, oldId))) return oldId
  return Math.max(await nextOwnId(db, table), ...[...fresh].map(id => id + 1))
}

type Writing = {
  sourceId: number
  kind: ImportedKind
  settled: readonly Settled[]
  known: ReadonlyMap<number, KnownRecord>
  columns: readonly string[]
  passwords: Run['passwords']
}

async function write(tx: Tx, { sourceId, kind, settled, known, columns, passwords }: Writing) {
  const made = await withSlugs(
    tx,
    kind,
    settled.filter(({ outcome }) => outcome === 'made'),
  )
  const changed = await withSlugs(
    tx,
    kind,
    settled.filter(({ outcome }) => outcome === 'changed'),
  )
  const rows = async (of: readonly Settled[]) => Promise.all(of.map(each => rowOf(each)))
  await writeParts(tx, kind, {
    made,
    changed,
    bringsPasswords: passwords !== 'skip',
    insert: async (extra = () => ({})) =>
      insertRows(
        tx,
        tableOf[kind],
        (await rows(made)).map(row => ({ ...row, ...extra(Number(row['id'])) })),
      ),
    update: async (extra = () => ({})) =>
      updateRows(
        tx,
        tableOf[kind],
        (await rows(changed)).map(row => ({ ...row, ...extra(Number(row['id'])) })),
      ),
  })
  if (ownTables.includes(tableOf[kind]) && made.length > 0)
    await raiseOwnIds(tx, tableOf[kind] as Own)
  const written = [...made, ...changed]
  const prints = await fingerprints(
    tx,
    kind,
    written.map(({ id }) => id),
    columns,
  )
  const kept = settled.filter(
    ({ outcome, imported }) => outcome === 'kept' && !known.has(imported.oldId),
  )
  if (kind === 'user' && passwords === 'merge') {
    const parts = kept.map(({ imported, id }) => ({
      id,
      passwords: imported.parts['passwords'] as [],
    }))
    await writeBroughtPasswords(tx, parts)
  }
  await saveRecords(tx, { sourceId, kind }, [
    ...written.map(({ imported, id, hash }) => ({
      oldId: imported.oldId,
      ourId: id,
      hash,
      ours: prints.get(id) ?? null,
    })),
    ...kept.map(({ imported, id, hash }) => ({
      oldId: imported.oldId,
      ourId: id,
      hash,
      ours: null,
    })),
  ])
}

/** The row with its id. The password of an event is hashed here, because each hash is another. */
async function rowOf({ imported: { kind, row, parts }, id }: Settled): Promise<Row> {
  if (kind !== 'event') return { id, ...row }
  const password = String(parts['password'] ?? '')
  return { id, ...row, password_hash: await storedPassword(password) }
}

/** Another record of ours may have the slug: then it gets the first free number. */
async function withSlugs(
  tx: Tx,
  kind: ImportedKind,
  settled: readonly Settled[],
): Promise<Settled[]> {
  if (!slugged.has(kind) || settled.length === 0) return [...settled]
  const ids = settled.map(({ id }) => id)
  const used = new Set<string>()
  const result: Settled[] = []
  for (const each of settled) {
    const wished = String(each.imported.row['slug'] ?? '')
    let slug = wished
    for (let n = 2; slug !== '' && (used.has(slug) || (await isTaken(tx, kind, slug, ids))); n += 1)
      slug = `${wished}-${n}`
    used.add(slug)
    result.push(
      slug === wished
        ? each
        : { ...each, imported: { ...each.imported, row: { ...each.imported.row, slug } } },
    )
  }
  return result
}

async function isTaken(
  tx: Tx,
  kind: ImportedKind,
  slug: string,
  ids: readonly number[],
): Promise<boolean> {
  const taken = await takenSlugs(tx, tableOf[kind], { slugs: [slug], except: ids })
  return taken.has(slug)
}
