import type { Config } from '../../config/config.ts'
import { descriptionHtml } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { attendeeOf } from '../kinds/attendees.ts'
import { eventOf } from '../kinds/events.ts'
import type { Ids, Imported, ImportedKind, ImportContext, NotImported } from '../kinds/imported.ts'
import { modifierOf } from '../kinds/modifiers.ts'
import { orderOf } from '../kinds/orders.ts'
import { organizerOf, venueOf } from '../kinds/places.ts'
import { parentsFirst, termOf } from '../kinds/terms.ts'
import { ticketOf } from '../kinds/tickets.ts'
import { userOf } from '../kinds/users.ts'
import { zoneOf } from '../kinds/values.ts'
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
import { movePictures, type PictureSource } from './move-pictures.ts'
import { type Run, settleBatch } from './write-batch.ts'

export type MoveOptions = {
  readonly dryRun: boolean
  /** Gives records new ids where ours have theirs. */
  readonly renumber: boolean
  readonly passwords: Run['passwords']
  readonly pictures: PictureSource
  /** Is told after each batch. */
  readonly onProgress: (progress: { kind: ImportedKind; done: number; total: number }) => void
}

type MoveDeps = { db: Db; config: Pick<Config, 'timezone' | 'currency'> }

const batchSize = 500

/**
 * Brings a site here. Each batch is a transaction, so that a run that was killed goes on where it was; a second run writes what
 * changed since. Fails with `SourceRefused` when the currencies differ or ids are taken.
 */
export async function moveSite(
  { db, config }: MoveDeps,
  site: SourceSite,
  options: MoveOptions,
): Promise<Report> {
  const { dryRun, passwords, pictures, onProgress } = options
  const notes = [...site.lacks, ...settingsNotes(config, site), ...accountNotes(site, passwords)]
  const before = await findSource(db, site.home)
  const offset = before?.recordOffset ?? (options.renumber ? await highestRecordId(db) : 0)
  const maps = createMaps(offset)
  const { currency = config.currency } = site.settings
  const zone = zoneOf(site.settings.zone ?? '', config.timezone) ?? config.timezone
  const collected = await collect(site, { zone, currency })
  await demandFreeIds(db, { site, sourceId: before?.id, offset })
  const sourceId = dryRun ? before?.id : await sourceIdOf(db, site, offset)
  if (!dryRun) await raiseRecordIds(db, collected.highestId + offset)
  const tally = createTally()
  const run: Run = { db, sourceId, dryRun, offset, tally, passwords }
  const host = hostOf(site.home)
  const context = { ...collected, zone, currency, host, ids: maps.ids, came: maps.came }
  await recorded(run, site, async () => {
    await moveSettings(run, site)
    const total = collected.totals.image
    await movePictures(run, site, {
      pictures,
      came: oldId => maps.came.image.add(oldId),
      onProgress: done => onProgress({ kind: 'image', done, total }),
    })
    await moveAll(run, { site, context, collected, maps, onProgress })
  })
  const { home, reader, left } = site
  return { home, reader, dryRun, counts: tally.counts, losses: tally.losses, left, notes }
}

async function sourceIdOf(db: Db, { home, settings }: SourceSite, recordOffset: number) {
  const { eventsSlug, eventSlug } = settings
  return (await saveSource(db, { home, eventsSlug, eventSlug, recordOffset })).id
}

/** Does the work of a run, and notes how it ended with its whole report. A dry run is not noted. */
async function recorded(
  { db, dryRun, sourceId, tally }: Run,
  { reader, left }: SourceSite,
  work: () => Promise<void>,
) {
  if (dryRun || sourceId === undefined) return work()
  const runId = await beginRun(db, sourceId, reader)
  const ended = () => ({ counts: tally.counts, left, losses: tally.losses.length })
  try {
    await work()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    await endRun(db, runId, { ...ended(), error: text })
    throw error
  }
  for (let at = 0; at < tally.losses.length; at += batchSize) {
    await addLosses(db, { runId, from: at + 1 }, tally.losses.slice(at, at + batchSize))
  }
  await endRun(db, runId, ended())
}

const hostOf = (home: string) => (URL.canParse(home) ? new URL(home).hostname : home)

/** Amounts are never converted, so another currency is refused; a zone only decides times without one. */
function settingsNotes(config: MoveDeps['config'], { settings }: SourceSite): string[] {
  const { currency, zone } = settings
  if (currency !== undefined && currency !== config.currency) {
    throw new SourceRefused(
      `The site sells in ${currency} and this installation in ${config.currency}. Set SITE_CURRENCY=${currency} first, here and for the service.`,
    )
  }
  if (zone === undefined || zone === config.timezone) return []
  if (zoneOf(zone, config.timezone) === undefined) {
    return [
      `The site's zone is ${zone}, which is none. Times without a zone were read in ${config.timezone}.`,
    ]
  }
  return [
    `The site's zone is ${zone} and the one here is ${config.timezone}. Times without a zone were read in ${zone}; set SITE_TIMEZONE=${zone} for the service.`,
  ]
}

/** Everybody who will have all rights here, and every program's password that will open something. */
function accountNotes({ users }: SourceSite, passwords: Run['passwords']): string[] {
  const administrators = users.filter(({ role }) => role === 'administrator')
  const programs = users.flatMap(({ login, passwords: own }) =>
    own.map(({ name }) => `${name} of ${login}`),
  )
  const [first] = administrators
  return [
    ...(first
      ? [
          `Administrators of the site: ${administrators.map(({ login }) => login).join(', ')}. Nobody's password comes: give each person a link with marquee user link ${first.login}.`,
        ]
      : []),
    ...(programs.length > 0 && passwords !== 'skip'
      ? [
          `Passwords of programs that go on working: ${programs.join(', ')}. --passwords skip brings none.`,
        ]
      : []),
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
    const context =
      sourceId === undefined ? new Map() : await findRecords(db, { sourceId, kind, oldIds: ids })
    const fresh = ids.filter(id => !context.has(id)).map(id => id + offset)
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
  ['image', ['attachment']],
  ['venue', ['tribe_venue']],
  ['organizer', ['tribe_organizer']],
  ['event', eventTypes],
  ['ticket', ticketTypes],
  ['order', ['tec_tc_order']],
  ['attendee', attendeeTypes],
]

type Moving = {
  site: SourceSite
  context: ImportContext
  collected: Collected
  maps: Maps
  onProgress: MoveOptions['onProgress']
}

async function moveAll(run: Run, { site, context, collected, maps, onProgress }: Moving) {
  const small = async (
    kind: 'term' | 'user' | 'fee' | 'coupon',
    records: readonly (Imported | NotImported)[],
  ) => {
    const settled = await settleBatch(run, kind, taken(run, records))
    for (const { imported, id } of settled) maps.own[kind].set(imported.oldId, id)
  }
  for (const term of parentsFirst(site.terms))
    await small('term', [described(termOf(term, context))])
  for (let at = 0; at < site.users.length; at += batchSize) {
    await small('user', site.users.slice(at, at + batchSize).map(userOf))
  }
  const { totals } = collected
  const records = async (
    kind: Exclude<keyof typeof totals, 'image'>,
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
  await records('venue', ['tribe_venue'], post => venueOf(post, context))
  await records('organizer', ['tribe_organizer'], post => organizerOf(post, context))
  for (const kind of ['fee', 'coupon'] as const) {
    const own = site.modifiers.filter(modifier => modifier.kind === kind)
    await small(
      kind,
      own.map(modifier => modifierOf(modifier, context)),
    )
  }
  await records('event', eventTypes, post =>
    eventOf(post, context, collected.ticketed.has(post.id)),
  )
  if (!run.dryRun) {
    await transaction(run.db, async tx => {
      await actAsImport(tx)
      await recountTerms(tx)
    })
  }
  await records('ticket', ticketTypes, post => ticketOf(post, context))
  await records('order', ['tec_tc_order'], post => orderOf(post, context))
  await records('attendee', attendeeTypes, post => attendeeOf(post, context))
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
