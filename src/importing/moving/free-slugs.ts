import type { Tx } from '../../platform/db/database.ts'
import type { ImportedKind } from '../kinds/imported.ts'
import type { Settled } from './settled.ts'
import { tableOf, takenSlugs } from './store.ts'

const slugged = new Set<ImportedKind>(['venue', 'organizer', 'event'])

/** Another record of ours may have the slug of one that comes: then it gets the first free number. */
export async function withFreeSlugs(
  tx: Tx,
  kind: ImportedKind,
  settled: readonly Settled[],
): Promise<Settled[]> {
  if (!slugged.has(kind) || settled.length === 0) return [...settled]
  const except = settled.map(({ id }) => id)
  const used = new Set<string>()
  const isFree = async (slug: string) => {
    if (used.has(slug)) return false
    return !(await takenSlugs(tx, tableOf[kind], { slugs: [slug], except })).has(slug)
  }
  const result: Settled[] = []
  for (const each of settled) {
    const { slug: wished } = each.imported.row as { slug: string }
    let slug = wished
    for (let n = 2; slug !== '' && !(await isFree(slug)); n += 1) slug = `${wished}-${n}`
    used.add(slug)
    const row = { ...each.imported.row, slug }
    result.push(slug === wished ? each : { ...each, imported: { ...each.imported, row } })
  }
  return result
}
