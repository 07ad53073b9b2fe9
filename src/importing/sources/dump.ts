import { createCounts } from './counts.ts'
import type { DumpRow } from './dump-row.ts'
import { decodeText } from './decode-text.ts'
import { fateOfKey, fateOfOption, fateOfTable, fateOfType, fateOfUserKey } from './fates.ts'
import { phpMap, phpText, readPhp } from './php-value.ts'
import { readUsers, type UserRows } from './dump.users.ts'
import { type ModifierRows, readModifiers } from './dump.modifiers.ts'
import { withoutSlashes } from './without-slashes.ts'
import { piecesOf } from './pieces-of.ts'
import { SourceRefused } from './source-refused.ts'
import type { SourceSettings, SourceSite, SourceTerm } from './source-site.ts'
import { createSpool } from './spool.ts'
import { readSql, type SqlSink } from './sql-rows.ts'

/** Reads a dump of the whole database, plain or compressed by gzip. `prefix` chooses one of several sites. */
export async function readDump(
  file: string,
  { prefix }: { prefix?: string } = {},
): Promise<SourceSite> {
  const site = await chooseSite(file, prefix)
  const spool = await createSpool()
  try {
    return await readTables(file, { ...site, spool })
  } catch (error) {
    await spool.close()
    throw error
  }
}

type Site = { prefix: string; options: ReadonlyMap<string, string> }

/** Reads the tables of options first, because they tell the prefix and stand anywhere in the file. */
async function chooseSite(file: string, wanted: string | undefined): Promise<Site> {
  const options = new Map<string, Map<string, string>>()
  const withEvents = new Set<string>()
  const columns = new Map<string, readonly string[]>()
  await readFile(file, {
    wants: table => table.endsWith('options'),
    table: (name, list) => {
      columns.set(name, list)
      if (name.endsWith('tec_events')) withEvents.add(name.slice(0, -'tec_events'.length))
    },
    row: (table, list, values) => {
      const row = named(list ?? columns.get(table) ?? [], values)
      const prefix = table.slice(0, -'options'.length)
      const own = options.get(prefix) ?? new Map<string, string>()
      if (row['option_name']) own.set(row['option_name'], row['option_value'] ?? '')
      options.set(prefix, own)
    },
  })
  const sites = [...options].filter(([, values]) => values.has('home'))
  const ours = sites.filter(([prefix]) => wanted === undefined || prefix === wanted)
  const likely = ours.length > 1 ? ours.filter(([prefix]) => withEvents.has(prefix)) : ours
  const [chosen, other] = likely
  if (chosen && !other) return { prefix: chosen[0], options: chosen[1] }
  const siteNames = sites
    .map(([prefix, values]) => `${prefix} (${values.get('home') ?? ''})`)
    .join(', ')
  throw new SourceRefused(
    siteNames === ''
      ? 'This is no dump of a WordPress site: no table of options names the address of the site (home).'
      : `The dump has several sites: ${siteNames}. Name the one to move with --table-prefix.`,
  )
}

type Gathering = { prefix: string; spool: Awaited<ReturnType<typeof createSpool>> }

/** What the rows of each table are taken for. Posts and their keys go to the spool, the rest is small. */
function createGatherer({ prefix, spool }: Gathering) {
  const counts = createCounts()
  const terms: DumpRow[] = []
  const taxonomies: DumpRow[] = []
  const users: UserRows = { users: [], meta: [] }
  const modifiers: ModifierRows = { modifiers: [], meta: [], relations: [] }
  const takers: Readonly<Record<string, (row: DumpRow) => void>> = {
    posts: row => {
      const isUnsaved = row['post_status'] === 'auto-draft'
      const type = isUnsaved ? 'auto-draft' : (row['post_type'] ?? '')
      if (counts.takes(['type', type], fateOfType(type))) spool.row(postOf(row))
    },
    postmeta: row => {
      const key = row['meta_key'] ?? ''
      if (!counts.takes(['key', key], fateOfKey(key))) return
      spool.meta(Number(row['post_id']), Number(row['meta_id']), [key, row['meta_value'] ?? ''])
    },
    terms: row => void terms.push(row),
    term_taxonomy: row => void taxonomies.push(row),
    term_relationships: row =>
      spool.term(Number(row['object_id']), Number(row['term_taxonomy_id'])),
    users: row => void users.users.push(row),
    usermeta: row => {
      const key = row['meta_key'] ?? ''
      const isOther = key.endsWith('capabilities') && key !== `${prefix}capabilities`
      const fate = isOther ? { why: 'It is of another site.' } : fateOfUserKey(key)
      if (counts.takes(['key', key], fate)) users.meta.push(row)
    },
    options: row => {
      const name = row['option_name'] ?? ''
      counts.takes(['option', name], fateOfOption(name))
    },
    tec_order_modifiers: row => void modifiers.modifiers.push(row),
    tec_order_modifiers_meta: row => void modifiers.meta.push(row),
    tec_order_modifier_relationships: row => void modifiers.relations.push(row),
  }
  return { counts, terms, taxonomies, users, modifiers, takers }
}

type Gatherer = ReturnType<typeof createGatherer>

/** Hands the rows of all tables on, and counts those that are not taken. Demands a file that says that it is whole. */
async function gatherRows(file: string, prefix: string, { counts, takers }: Gatherer) {
  const columns = new Map<string, readonly string[]>()
  const odd = new Map<string, number>()
  let saysEnd = false
  let isProgram = false
  await readFile(file, {
    wants: () => true,
    table: (name, list) => void columns.set(name, list),
    comment: text => {
      isProgram ||= /^-- (MariaDB|MySQL) dump/.test(text)
      saysEnd ||= text.startsWith('-- Dump completed')
    },
    row: (table, own, values) => {
      const name = table.startsWith(prefix) ? table.slice(prefix.length) : undefined
      const taker = name === undefined ? undefined : takers[name]
      if (!taker) {
        counts.takes(['table', name ?? table], name === undefined ? foreign : fateOfTable(name))
        return
      }
      const list = own ?? columns.get(table)
      if (!list) {
        throw new SourceRefused(
          `The dump does not say which columns ${table} has. Make it with its structure.`,
        )
      }
      taker(named(list, values, was => odd.set(was, (odd.get(was) ?? 0) + 1)))
    },
  })
  if (isProgram && !saysEnd) {
    throw new SourceRefused('The dump lacks its last line: it was cut off. Make it again.')
  }
  for (const [was, rows] of odd) {
    const why = `These texts were stored as ${was} and are taken as what they mean.`
    counts.takes(['text', was], { why }, rows)
  }
}

const foreign = { why: 'This table is of another program.' }

async function readTables(
  file: string,
  { prefix, options, spool }: Site & Gathering,
): Promise<SourceSite> {
  const gatherer = createGatherer({ prefix, spool })
  await gatherRows(file, prefix, gatherer)
  const { counts, terms, taxonomies, users, modifiers } = gatherer
  const termOf = new Map(
    taxonomies.map(row => [Number(row['term_taxonomy_id']), Number(row['term_id'])]),
  )
  const taken = termsOf(terms, taxonomies, counts)
  const takenIds = new Set(taken.map(({ id }) => id))
  await spool.arrange(post => ({
    ...post,
    termIds: post.termIds.map(relation => termOf.get(relation) ?? 0).filter(id => takenIds.has(id)),
  }))
  return {
    reader: 'dump',
    home: homeOf(options),
    settings: settingsOf(options),
    users: readUsers(users, prefix),
    terms: taken,
    modifiers: readModifiers(modifiers),
    posts: spool.posts,
    left: counts.list(),
    lacks: [],
    close: spool.close,
  }
}

const homeOf = (options: ReadonlyMap<string, string>) => withoutSlashes(options.get('home') ?? '')

function settingsOf(options: ReadonlyMap<string, string>): SourceSettings {
  const calendar = phpMap(readPhp(options.get('tribe_events_calendar_options') ?? ''))
  const of = (name: string) => phpText(calendar.get(name))
  const offset = Number(options.get('gmt_offset') ?? 0)
  const zone = options.get('timezone_string') || `UTC${offset < 0 ? '' : '+'}${offset}`
  const currency = of('tickets-commerce-currency-code')
  const key = of('tickets-plus-qr-options-api-key')
  return {
    name: options.get('blogname') ?? '',
    zone: zone === 'UTC+0' ? 'UTC' : zone,
    language: options.get('WPLANG') ?? '',
    ...(currency && { currency }),
    eventsSlug: of('eventsSlug') || 'events',
    eventSlug: of('singleEventSlug') || 'event',
    ...(key && { scannerKey: key }),
  }
}

const taxonomyOf: Readonly<Record<string, 'category' | 'tag'>> = {
  tribe_events_cat: 'category',
  post_tag: 'tag',
}

function termsOf(
  terms: readonly DumpRow[],
  taxonomies: readonly DumpRow[],
  counts: ReturnType<typeof createCounts>,
): SourceTerm[] {
  const byId = new Map(terms.map(row => [row['term_id'], row]))
  return taxonomies.flatMap(row => {
    const taxonomy = taxonomyOf[row['taxonomy'] ?? '']
    const term = byId.get(row['term_id'])
    if (!taxonomy || !term) {
      counts.takes(['taxonomy', row['taxonomy'] ?? ''], {
        why: 'Only categories of events and tags are taken.',
      })
      return []
    }
    const description = row['description'] ?? ''
    const { name = '', slug = '' } = term
    return [
      {
        id: Number(row['term_id']),
        taxonomy,
        name,
        slug,
        description,
        parentId: Number(row['parent']),
      },
    ]
  })
}

const noTime = '0000-00-00 00:00:00'
const time = (text: string | undefined) => (text === undefined || text === noTime ? '' : text)

const postOf = (row: DumpRow) => ({
  id: Number(row['id']),
  type: row['post_type'] ?? '',
  status: row['post_status'] ?? '',
  authorId: Number(row['post_author']),
  title: row['post_title'] ?? '',
  content: row['post_content'] ?? '',
  excerpt: row['post_excerpt'] ?? '',
  password: row['post_password'] ?? '',
  slug: row['post_name'] ?? '',
  parentId: Number(row['post_parent']),
  menuOrder: Number(row['menu_order']),
  createdLocal: time(row['post_date']),
  createdUtc: time(row['post_date_gmt']),
  modifiedUtc: time(row['post_modified_gmt']),
  mime: row['post_mime_type'] ?? '',
  address: '',
})

function named(
  columns: readonly string[],
  values: readonly (string | null)[],
  odd: (was: string) => void = () => {},
): DumpRow {
  return Object.fromEntries(
    columns.map((column, index) => {
      const { text, was } = decodeText(values[index] ?? '')
      if (was !== 'utf-8') odd(was)
      return [column.toLowerCase(), text]
    }),
  )
}

const noComment = { comment: () => {} }

async function readFile(file: string, sink: Omit<SqlSink, 'comment'> & Partial<SqlSink>) {
  const reader = readSql({ ...noComment, ...sink })
  reader.next()
  for await (const piece of piecesOf(file, 'dump')) reader.next(piece.toString('latin1'))
  reader.next(undefined)
}
