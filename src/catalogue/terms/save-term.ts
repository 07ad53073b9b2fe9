import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import { descriptionHtml } from '../../core/text.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import { forgetAddresses, keepSlug } from '../addresses/keep-address.ts'
import { freeTermSlug, makesLoop, nameCharactersMax, type Taxonomy } from './rules.ts'
import {
  ancestorsOf,
  deleteTermRow,
  findSibling,
  findTerm,
  insertTerm,
  lockTerms,
  slugsLike,
  type TermRow,
  updateTerm,
} from './store.ts'

export type TermDraft = { name: string; description?: string; slug?: string; parent?: number }

/** Adds a term. Fails with 400 `term_exists`, naming the term, when its parent already has one of this name. */
export function createTerm(db: Db, { taxonomy, draft, attempt }: NewTerm): Promise<TermRow> {
  return makeOnce(db, {
    attempt,
    find: id => findTerm(db, taxonomy, id),
    make: async tx => {
      await lockTerms(tx)
      const term = await insert(tx, taxonomy, draft)
      await record(tx, 'term.saved', { term_id: term.id })
      return term
    },
  })
}

type NewTerm = { taxonomy: Taxonomy; draft: TermDraft; attempt: Attempt | undefined }

/** The term of this name for an event: an existing one, or a new one at the top level. */
export async function createInline(tx: Tx, taxonomy: Taxonomy, word: string): Promise<number> {
  await lockTerms(tx)
  const name = word.slice(0, nameCharactersMax)
  const sibling = await findSibling(tx, taxonomy, { name, parentId: null })
  if (sibling) return sibling.id
  const term = await insert(tx, taxonomy, { name })
  await record(tx, 'term.saved', { term_id: term.id })
  return term.id
}

async function insert(tx: Tx, taxonomy: Taxonomy, draft: TermDraft): Promise<TermRow> {
  const { name, description = '', parent } = draft
  const parentId = parent ?? null
  const sibling = await findSibling(tx, taxonomy, { name, parentId })
  if (sibling) fail('term_exists', { data: { term_id: sibling.id } })
  const ancestors = await ancestorsOf(tx, parentId)
  if (parentId !== null && ancestors.length === 0) refuseParent()
  // A name without letters and digits has no slug of its own.
  const wished = slugify(draft.slug ?? '') || slugify(name) || taxonomy
  const taken = await slugsLike(tx, taxonomy, wished)
  const slug = freeTermSlug(
    wished,
    ancestors.map(ancestor => ancestor.slug),
    taken,
  )
  const described = { description, description_html: descriptionHtml(description) }
  return insertTerm(tx, { taxonomy, name, ...described, slug, parent_id: parentId })
}

/**
 * Changes the members that were sent. `parent: 0` moves it to the top level. Fails with 400
 * `duplicate_term_slug` when another term has the slug, and with 400 `rest_invalid_param` when the parent is
 * the term itself or one of its descendants.
 */
export function changeTerm(
  db: Db,
  { taxonomy, id }: { taxonomy: Taxonomy; id: number },
  changes: Partial<TermDraft>,
): Promise<TermRow | undefined> {
  return transaction(db, async tx => {
    await lockTerms(tx)
    const row = await changedColumns(tx, { taxonomy, id }, changes)
    if (Object.keys(row).length === 0) return findTerm(tx, taxonomy, id)
    const before = await findTerm(tx, taxonomy, id)
    const term = await updateTerm(tx, id, row)
    if (!before || !term) return undefined
    if (term.slug !== before.slug) await keepSlug(tx, { kind: taxonomy, id, slug: before.slug })
    await record(tx, 'term.saved', { term_id: id })
    return term
  })
}

async function changedColumns(
  tx: Tx,
  which: { taxonomy: Taxonomy; id: number },
  { name, description, parent, slug: newSlug }: Partial<TermDraft>,
) {
  const slug = newSlug === undefined ? '' : slugify(newSlug)
  if (slug !== '') await demandFreeSlug(tx, which, slug)
  if (parent) {
    const chain = (await ancestorsOf(tx, parent)).map(ancestor => ancestor.id)
    if (chain.length === 0 || makesLoop(which.id, chain)) refuseParent()
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined
      ? {}
      : { description, description_html: descriptionHtml(description) }),
    ...(slug === '' ? {} : { slug }),
    ...(parent === undefined ? {} : { parent_id: parent || null }),
  }
}

async function demandFreeSlug(
  tx: Tx,
  { taxonomy, id }: { taxonomy: Taxonomy; id: number },
  slug: string,
) {
  const own = await findTerm(tx, taxonomy, id)
  const taken = own?.slug !== slug && (await slugsLike(tx, taxonomy, slug)).has(slug)
  if (taken) fail('duplicate_term_slug')
}

function refuseParent(): never {
  failParams({
    parent: {
      message:
        "A term's parent must exist, and cannot be the term itself or one of its descendants.",
    },
  })
}

/** Deletes a term for good; its children move up to its parent. Returns the deleted term. */
export function deleteTerm(db: Db, taxonomy: Taxonomy, id: number): Promise<TermRow | undefined> {
  return transaction(db, async tx => {
    await lockTerms(tx)
    const term = await findTerm(tx, taxonomy, id)
    if (!term) return undefined
    await deleteTermRow(tx, term)
    await forgetAddresses(tx, { kind: taxonomy, id })
    await record(tx, 'term.saved', { term_id: id })
    return term
  })
}
