import { SaxesParser } from 'saxes'
import { createCounts } from './counts.ts'
import { fateOfKey, fateOfType } from './fates.ts'
import { piecesOf } from './pieces-of.ts'
import { SourceRefused } from './source-refused.ts'
import type { SourceSite, SourceTerm, SourceUser } from './source-site.ts'
import { withoutSlashes } from './without-slashes.ts'
import { createSpool } from './spool.ts'

/** An element of the export with its texts: short, but for the contents of an item. */
type Item = {
  texts: Map<string, string>
  meta: [key: string, value: string][]
  terms: [domain: string, slug: string][]
  comments: number
}

type Term = {
  id: number
  taxonomy: string
  name: string
  slug: string
  description: string
  parent: string
}

/**
 * Reads WordPress' own export of all content, in one or several files. It has no settings, fees, coupons and passwords of
 * programs, and of accounts only those that wrote something, without their roles.
 */
export async function readWxr(files: readonly string[]): Promise<SourceSite> {
  const spool = await createSpool()
  const counts = createCounts()
  const findings = createFindings()
  try {
    for (const file of files) await readFile(file, createReader(findings, { spool, counts }))
    return await siteOf(findings, { spool, counts })
  } catch (error) {
    await spool.close()
    throw error
  }
}

type Spool = Awaited<ReturnType<typeof createSpool>>
type Places = { spool: Spool; counts: ReturnType<typeof createCounts> }

function createFindings() {
  return {
    homes: new Set<string>(),
    name: '',
    users: new Map<string, SourceUser>(),
    terms: new Map<string, Term>(),
    itemTerms: new Map<number, [string, string][]>(),
    currencies: new Map<string, number>(),
    eventSlug: '',
    items: 0,
  }
}

type Findings = ReturnType<typeof createFindings>

async function siteOf(findings: Findings, { spool, counts }: Places): Promise<SourceSite> {
  const [home, other] = findings.homes
  if (home === undefined || findings.items === 0) {
    throw new SourceRefused(
      'This is no export of a WordPress site: it has no address or no content. Export “all content”.',
    )
  }
  if (other !== undefined)
    throw new SourceRefused(`The files are of several sites: ${home} and ${other}.`)
  const terms = termsOf(findings, counts)
  const idOf = new Map(
    [...findings.terms.values()].map(({ id, taxonomy, slug }) => [`${taxonomy} ${slug}`, id]),
  )
  const taken = new Set(terms.map(({ id }) => id))
  await spool.arrange(post => {
    const own = findings.itemTerms.get(post.id) ?? []
    const ids = own
      .flatMap(([domain, slug]) => idOf.get(`${domain} ${slug}`) ?? [])
      .filter(id => taken.has(id))
    return { ...post, termIds: [...new Set(ids)].sort((a, b) => a - b) }
  })
  const [currency] = [...findings.currencies].sort(([, a], [, b]) => b - a)[0] ?? []
  return {
    reader: 'wxr',
    home,
    settings: {
      name: findings.name,
      eventsSlug: 'events',
      eventSlug: findings.eventSlug || 'event',
      ...(currency && { currency }),
    },
    users: [...findings.users.values()],
    terms,
    modifiers: [],
    posts: spool.posts,
    left: counts.list(),
    lacks: [
      'The export has no settings of the site: its zone, currency, scanner key and the address of its list of events are not known.',
      'The export has no fees and coupons; what orders paid and got off stands in their lines.',
      'The export has only accounts that wrote something, without their roles and without passwords of programs.',
    ],
    close: spool.close,
  }
}

const taxonomyOf: Readonly<Record<string, 'category' | 'tag'>> = {
  tribe_events_cat: 'category',
  post_tag: 'tag',
}

function termsOf({ terms }: Findings, counts: Places['counts']): SourceTerm[] {
  const all = [...terms.values()]
  return all.flatMap(({ id, taxonomy: stored, name, slug, description, parent }) => {
    const taxonomy = taxonomyOf[stored]
    if (!taxonomy) {
      counts.takes(['taxonomy', stored], { why: 'Only categories of events and tags are taken.' })
      return []
    }
    const parentId = all.find(one => one.taxonomy === stored && one.slug === parent)?.id ?? 0
    return [{ id, taxonomy, name, slug, description, parentId: parent === '' ? 0 : parentId }]
  })
}

const valueMost = 16 * 1024 * 1024

const groups = /^wp:(author|category|tag|term|postmeta)$/

/** Where the parser is: the elements around it, the item, and the group of short elements that it is in. */
type Position = {
  path: string[]
  item: Item | undefined
  group: Map<string, string>
  text: string
}

/** A parser that hands each item on when it ends. Depth and texts are bounded. */
function createReader(findings: Findings, places: Places) {
  const parser = new SaxesParser()
  const at: Position = { path: [], item: undefined, group: new Map(), text: '' }
  parser.on('error', error => {
    throw new SourceRefused(`The export is no readable XML: ${error.message.slice(0, 200)}.`)
  })
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (at.path.length >= 64) {
      throw new SourceRefused('The export is nested more than 64 levels deep.')
    }
    at.path.push(name)
    at.text = ''
    if (name === 'item') at.item = { texts: new Map(), meta: [], terms: [], comments: 0 }
    if (groups.test(name)) at.group = new Map()
    if (name === 'category' && !isSelfClosing) {
      at.item?.terms.push([attributes['domain'] ?? '', attributes['nicename'] ?? ''])
    }
  })
  const take = (part: string) => {
    at.text += part
    if (at.text.length > valueMost) {
      throw new SourceRefused(
        'The export has a value of more than 16 MiB, which no event or order has.',
      )
    }
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', ({ name }) => {
    at.path.pop()
    if (at.item && name === 'item') {
      takeItem(at.item, findings, places)
      at.item = undefined
    } else if (!takeInGroup(name, at)) takeElsewhere(name, at, findings)
    at.text = ''
  })
  return parser
}

/** The short elements of a group are kept until the group ends. */
function takeInGroup(name: string, { path, group, text }: Position): boolean {
  const isInside = groups.test(path.at(-1) ?? '')
  if (isInside) group.set(name, text)
  return isInside
}

function takeElsewhere(name: string, at: Position, findings: Findings) {
  const { item, group, text, path } = at
  if (!item) takeOfSite(name, at, findings)
  else if (name === 'wp:postmeta') {
    item.meta.push([group.get('wp:meta_key') ?? '', group.get('wp:meta_value') ?? ''])
  } else if (name === 'wp:comment') item.comments += 1
  else if (path.at(-1) === 'item') item.texts.set(name, text)
}

function takeOfSite(name: string, { text, group, path }: Position, findings: Findings) {
  if (name === 'title' && path.at(-1) === 'channel') findings.name = text.trim()
  if (name === 'wp:base_blog_url') findings.homes.add(withoutSlashes(text.trim()))
  const of = (key: string) => group.get(key) ?? ''
  if (name === 'wp:author') takeAuthor(of, findings)
  if (name === 'wp:category') takeTerm('category', of, findings)
  if (name === 'wp:tag') takeTerm('post_tag', of, findings)
  if (name === 'wp:term') takeTerm(of('wp:term_taxonomy'), of, findings)
}

type Members = (key: string) => string

function takeAuthor(of: Members, { users }: Findings) {
  users.set(of('wp:author_login'), {
    id: Number(of('wp:author_id')),
    login: of('wp:author_login'),
    email: of('wp:author_email'),
    name: of('wp:author_display_name'),
    role: undefined,
    registeredUtc: '',
    passwords: [],
  })
}

/** Each kind of term writes its members under names of its own. */
function takeTerm(taxonomy: string, of: Members, { terms }: Findings) {
  const first = (...keys: string[]) => keys.map(of).find(text => text !== '') ?? ''
  const slug = first('wp:term_slug', 'wp:category_nicename', 'wp:tag_slug')
  terms.set(`${taxonomy} ${slug}`, {
    id: Number(of('wp:term_id')),
    taxonomy,
    slug,
    name: first('wp:term_name', 'wp:cat_name', 'wp:tag_name'),
    description: first('wp:term_description', 'wp:category_description', 'wp:tag_description'),
    parent: first('wp:term_parent', 'wp:category_parent'),
  })
}

const time = (text: string) => (text.startsWith('0000') ? '' : text)

function takeItem(item: Item, findings: Findings, { spool, counts }: Places) {
  const of = (name: string) => item.texts.get(name) ?? ''
  const id = Number(of('wp:post_id'))
  const type = of('wp:post_type')
  findings.items += 1
  if (item.comments > 0) {
    counts.takes(
      ['table', 'comments'],
      { why: 'Comments and lists of links are no part of a ticket service.' },
      item.comments,
    )
  }
  for (const [key] of item.meta) counts.takes(['key', key], fateOfKey(key))
  if (!counts.takes(['type', type], fateOfType(type))) return
  noteAddress(findings, {
    type,
    link: of('link'),
    status: of('wp:status'),
    slug: of('wp:post_name'),
  })
  for (const [key, value] of item.meta) {
    if (key === '_tec_tc_order_currency')
      findings.currencies.set(value, (findings.currencies.get(value) ?? 0) + 1)
  }
  for (const [order, [key, value]] of item.meta.entries()) {
    if (fateOfKey(key) === 'taken') spool.meta(id, order, [key, value])
  }
  if (item.terms.length > 0) findings.itemTerms.set(id, item.terms)
  spool.row({
    id,
    type,
    status: of('wp:status'),
    authorId: findings.users.get(of('dc:creator'))?.id ?? 0,
    title: of('title'),
    content: of('content:encoded'),
    excerpt: of('excerpt:encoded'),
    password: of('wp:post_password'),
    slug: of('wp:post_name'),
    parentId: Number(of('wp:post_parent')),
    menuOrder: Number(of('wp:menu_order')),
    createdLocal: time(of('wp:post_date')),
    createdUtc: time(of('wp:post_date_gmt')),
    modifiedUtc: time(of('wp:post_modified_gmt')),
    mime: '',
    address: of('wp:attachment_url'),
  })
}

/** The site's own word for an event stands in the addresses of published ones. */
function noteAddress(
  findings: Findings,
  { type, link, status, slug }: Record<'type' | 'link' | 'status' | 'slug', string>,
) {
  if (
    type !== 'tribe_events' ||
    status !== 'publish' ||
    findings.eventSlug !== '' ||
    !URL.canParse(link)
  )
    return
  const parts = new URL(link).pathname.split('/').filter(part => part !== '')
  if (parts.length >= 2 && parts.at(-1) === slug)
    findings.eventSlug = decodeURIComponent(parts.at(-2) ?? '')
}

// oxlint-disable-next-line no-control-regex -- These characters are forbidden in XML, and the export has some of them.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

async function readFile(file: string, parser: ReturnType<typeof createReader>) {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of piecesOf(file, 'export')) {
    parser.write(decoder.decode(piece, { stream: true }).replace(forbidden, ''))
  }
  parser.write(decoder.decode().replace(forbidden, '')).close()
}
