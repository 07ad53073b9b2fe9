import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/access.ts'
import { createInline } from './save-term.ts'
import { asTermId, countChanges, mayWriteTerms, type Taxonomy, termName } from './rules.ts'
import { addToCounts, attachedTerms, replaceAttached, termsByWord } from './store.ts'

/** Ids, slugs and names, mixed. An absent member keeps the event's terms; an empty list removes them. */
export type TermChoice = {
  categories?: readonly (string | number)[]
  tags?: readonly (string | number)[]
}

export type Attachment = {
  eventId: number
  chosen: TermChoice
  caller: Caller
  /** `countsForTerms` (rules.ts) of the event before this change; false for a new event. */
  wasCounted: boolean
  /** `countsForTerms` after this change. */
  isCounted: boolean
}

/**
 * Sets an event's categories and tags and updates the terms' counts (contract.md 13.3). Unknown ids are
 * skipped. Unknown words become terms when the caller may create them, otherwise 401 or 403 `rest_forbidden`.
 * Call it once per write, in the event's transaction, after its row is locked or inserted; changes of the
 * event's status are counted here too.
 */
export async function attachTerms(tx: Tx, attachment: Attachment): Promise<void> {
  const { eventId, chosen, caller, wasCounted, isCounted } = attachment
  const before = await attachedTerms(tx, eventId)
  const idsOf = (taxonomy: Taxonomy) =>
    before.filter(term => term.taxonomy === taxonomy).map(({ id }) => id)
  const categories = chosen.categories
    ? await findOrCreate(tx, 'category', { items: chosen.categories, caller })
    : idsOf('category')
  const tags = chosen.tags
    ? await findOrCreate(tx, 'tag', { items: chosen.tags, caller })
    : idsOf('tag')
  const beforeIds = before.map(({ id }) => id)
  const afterIds = [...new Set([...categories, ...tags])]
  if (chosen.categories || chosen.tags) await replaceAttached(tx, eventId, { beforeIds, afterIds })
  const changes = countChanges(
    { ids: beforeIds, counted: wasCounted },
    { ids: afterIds, counted: isCounted },
  )
  await addToCounts(tx, changes)
}

/** Updates the counts when an event with unchanged terms is published, hidden, protected, trashed or the reverse. */
export async function adjustTermCounts(
  tx: Tx,
  eventId: number,
  { wasCounted, isCounted }: Pick<Attachment, 'wasCounted' | 'isCounted'>,
): Promise<void> {
  if (wasCounted === isCounted) return
  const ids = (await attachedTerms(tx, eventId)).map(({ id }) => id)
  await addToCounts(tx, countChanges({ ids, counted: wasCounted }, { ids, counted: isCounted }))
}

async function findOrCreate(
  tx: Tx,
  taxonomy: Taxonomy,
  { items, caller }: { items: readonly (string | number)[]; caller: Caller },
): Promise<number[]> {
  const words = items.map(item => termName(String(item))).filter(word => word !== '')
  if (words.length === 0) return []
  const terms = await termsByWord(tx, taxonomy, words)
  const ids: number[] = []
  for (const word of words) {
    const id = asTermId(word)
    const term = id === undefined ? terms.byWord(word) : terms.byId(id)
    if (term !== undefined) ids.push(term)
    else if (id === undefined) {
      if (!mayWriteTerms(caller, taxonomy)) refuse(caller)
      ids.push(await createInline(tx, taxonomy, word))
    }
  }
  return ids
}
