import type { Config } from '../../config/config.ts'
import { descriptionHtml } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { attendeeOf } from '../kinds/attendees.ts'
import { eventOf } from '../kinds/events.ts'
import type { Ids, Imported, ImportedKind, Known, NotImported } from '../kinds/imported.ts'
import { modifierOf } from '../kinds/modifiers.ts'
import { orderOf } from '../kinds/orders.ts'
import { organizerOf, venueOf } from '../kinds/places.ts'
import { parentsFirst, termOf } from '../kinds/terms.ts'
import { ticketOf } from '../kinds/tickets.ts'
import { userOf } from '../kinds/users.ts'
import { SourceRefused } from '../sources/source-refused.ts'
import type { SourcePost, SourceSite } from '../sources/source-site.ts'
import { attendeeTypes, type Collected, collect, eventTypes, ticketTypes } from './collect.ts'
import { createTally, type Report } from './report.ts'
import {
  actAsImport,
  findRecords,
  highestRecordId,
  raiseRecordIds,
  takenRecordIds,
} from './store.ts'
import { recountTerms } from './store.parts.ts'
import { addLosses, beginRun, endRun, findSource, saveSource } from './store.runs.ts'
import { moveSettings } from './move-settings.ts'
import { type Run, settleBatch } from './write-batch.ts'

export type MoveOptions = {
  readonly dryRun: boolean
  /** Gives records new ids where ours have theirs. */
  readonly renumber: boolean
  readonly passwords: Run['passwords']
  /** Is told after each batch. */
  readonly onProgress: (progress: { kind: ImportedKind; done: number; total: number }) => void
}

type Means = { db: Db; config: Pick<Config, 'timezone' | 'currency'> }

const batchSize = 500

/**
 * Brings a site here. Each batch is a transaction, so that a run that was killed goes on where it was; a second run writes what
 * changed since. Fails with `SourceRefused` when the currencies differ or ids are taken.
 */
export async function moveSite(
  means: Means,
  site: SourceSite,
  options: MoveOptions,
): Promise<Report> {
  const { db, config } = means
  const notes = [...site.lacks, ...settingsNotes(config, site)]
  const before = await findSource(db, site.home)
  const offset = before?.recordOffset ?? (options.renumber ? await highestRecordId(db) : 0)
  const maps = createMaps(offset)
  const zone = site.settings.zone ?? config.timezone
  const currency = site.settings.currency ?? config.currency
  const collected = await collect(site, { zone, currency })
  await demandFreeIds(db, { site, sourceId: before?.id, offset })
  const { eventsSlug, eventSlug } = site.settings
  const sourceId = options.dryRun
    ? before?.id
    : (await saveSource(db, { home: site.home, eventsSlug, eventSlug, recordOffset: offset })).id
  const tally = createTally()
  const run: Run = {
    db,
    sourceId,
    dryRun: options.dryRun,
    offset,
    tally,
    passwords: options.passwords,
  }
  const runId =
    options.dryRun || sourceId === undefined ? undefined : await beginRun(db, sourceId, site.reader)
  if (!options.dryRun) await raiseRecordIds(db, collected.highestId + offset)
  const known = {
    ...collected,
    zone,
    currency,
    host: hostOf(site.home),
    ids: maps.ids,
    came: maps.came,
  }
  try {
    await moveSettings(run, site)
    await moveAll(run, { site, known, collected, maps, onProgress: options.onProgress })
  } catch (error) {
    if (runId !== undefined) {
      const text = error instanceof Error ? error.message : String(error)
      await endRun(db, runId, {
        counts: tally.counts,
        left: site.left,
        losses: tally.losses.length,
        error: text,
      })
    }
    throw error
  }
  if (runId !== undefined) {
    for (let at = 0; at < tally.losses.length; at += batchSize) {
      await addLosses(db, runId, at + 1, tally.losses.slice(at, at + batchSize))
    }
    await endRun(db, runId, { counts: tally.counts, left: site.left, losses: tally.losses.length })
  }
  const { home, reader, left } = site
  return {
    home,
    reader,
    dryRun: options.dryRun,
    counts: tally.counts,
    losses: tally.losses,
    left,
    notes,
  }
}

const hostOf = (home: string) => (URL.canParse(home) ? new URL(home).hostname : home)

/** Amounts are never converted, so another currency is refused; a zone only decides times without one. */
function settingsNotes(config: Means['config'], { settings }: SourceSite): string[] {
  const { currency, zone } = settings
  if (currency !== undefined && currency !== config.currency) {
    throw new SourceRefused(
      `The site sells in ${currency} and this installation in ${config.currency}. Set CURRENCY=${currency} first, here and for the service.`,
    )
  }
  if (zone === undefined || zone === config.timezone) return []
  return [
    `The site's zone is ${zone} and the one here is ${config.timezone}. Times without a zone were read in ${zone}; set TIMEZONE=${zone} for the service.`,
  ]
}

type Maps = ReturnType<typeof createMaps>

/** The ids of ours for those of the source. They fill as records come. */
function createMaps(offset: number) {
  const own = {
    user: new Map<number, number>(),
    term: new Map<number, number>(),
    fee: new Map<number, number>(),
    coupon: new Map<number, number>(),
  }
  const came = { image: new Set<number>(), venue: new Set<number>(), organizer: new Set<number>() }
  const of = (kind: keyof typeof own) => (oldId: number) => own[kind].get(oldId) ?? null
  const ids: Ids = {
    record: oldId => oldId + offset,
    user: of('user'),
    term: of('term'),
    fee: of('fee'),
    coupon: of('coupon'),
  }
  return { own, came, ids }
}

/** Records keep their ids, so that printed codes, addresses and programs go on working: none of ours may have them. */
async function demandFreeIds(
  db: Db,
  { site, sourceId, offset }: { site: SourceSite; sourceId: number | undefined; offset: number },
) {
  if ((await highestRecordId(db)) === 0) return
  const taken: number[] = []
  const check = async (kind: ImportedKind, ids: readonly number[]) => {
    const known =
      sourceId === undefined ? new Map() : await findRecords(db, { sourceId, kind, oldIds: ids })
    const fresh = ids.filter(id => !known.has(id)).map(id => id + offset)
    taken.push(...(await takenRecordIds(db, fresh)).map(id => id - offset))
  }
  for (const [kind, types] of typesOf) {
    let ids: number[] = []
    for await (const { id } of site.posts(...types)) {
      ids.push(id)
      if (ids.length < 5000) continue
      await check(kind, ids)
      ids = []
    }
    await check(kind, ids)
  }
  if (taken.length === 0) return
  const shown = taken.slice(0, 10).join(', ')
  throw new SourceRefused(
    `${taken.length} records of the site have ids that records here have already: ${shown}${taken.length > 10 ? ', …' : ''}. Move into an empty database, or give the old records new ids with --renumber.`,
  )
}

const typesOf: readonly (readonly [ImportedKind, readonly string[]])[] = [
  ['venue', ['tribe_venue']],
  ['organizer', ['tribe_organizer']],
  ['event', eventTypes],
  ['ticket', ticketTypes],
  ['order', ['tec_tc_order']],
  ['attendee', attendeeTypes],
]

type Moving = {
  site: SourceSite
  known: Known
  collected: Collected
  maps: Maps
  onProgress: MoveOptions['onProgress']
}

async function moveAll(run: Run, { site, known, collected, maps, onProgress }: Moving) {
  const small = async (
    kind: 'term' | 'user' | 'fee' | 'coupon',
    records: readonly (Imported | NotImported)[],
  ) => {
    const settled = await settleBatch(run, kind, taken(run, records))
    for (const { imported, id } of settled) maps.own[kind].set(imported.oldId, id)
  }
  for (const term of parentsFirst(site.terms)) await small('term', [described(termOf(term, known))])
  for (let at = 0; at < site.users.length; at += batchSize) {
    await small('user', site.users.slice(at, at + batchSize).map(userOf))
  }
  const { totals } = collected
  const records = async (
    kind: keyof typeof totals,
    types: readonly string[],
    rule: (post: SourcePost) => Imported | NotImported,
  ) => {
    let done = 0
    const flush = async (batch: readonly SourcePost[]) => {
      const settled = await settleBatch(run, kind, taken(run, batch.map(rule)))
      if (kind === 'venue' || kind === 'organizer') {
        for (const { imported } of settled) maps.came[kind].add(imported.oldId)
      }
      done += batch.length
      onProgress({ kind, done, total: totals[kind] })
    }
    let batch: SourcePost[] = []
    for await (const post of site.posts(...types)) {
      batch.push(post)
      if (batch.length < batchSize) continue
      await flush(batch)
      batch = []
    }
    if (batch.length > 0) await flush(batch)
  }
  await records('venue', ['tribe_venue'], post => venueOf(post, known))
  await records('organizer', ['tribe_organizer'], post => organizerOf(post, known))
  for (const kind of ['fee', 'coupon'] as const) {
    const own = site.modifiers.filter(modifier => modifier.kind === kind)
    await small(
      kind,
      own.map(modifier => modifierOf(modifier, known)),
    )
  }
  await records('event', eventTypes, post => eventOf(post, known, collected.ticketed.has(post.id)))
  if (!run.dryRun) {
    await transaction(run.db, async tx => {
      await actAsImport(tx)
      await recountTerms(tx)
    })
  }
  await records('ticket', ticketTypes, post => ticketOf(post, known))
  await records('order', ['tec_tc_order'], post => orderOf(post, known))
  await records('attendee', attendeeTypes, post => attendeeOf(post, known))
}

const described = (term: Imported): Imported => {
  const description = String(term.row['description'])
  return { ...term, row: { ...term.row, description_html: descriptionHtml(description) } }
}

/** The records that have a place here; the others are told. */
function taken(run: Run, records: readonly (Imported | NotImported)[]): Imported[] {
  return records.flatMap(record => {
    if ('row' in record) return [record]
    run.tally.add(record.kind, 'lost')
    run.tally.lose(record.kind, record.oldId, record.reason)
    return []
  })
}
