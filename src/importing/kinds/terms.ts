import { plainTitle } from '../../core/text.ts'
import type { SourceTerm } from '../sources/source-site.ts'
import type { Imported, ImportContext } from './imported.ts'
import { convertText } from './texts.ts'
import { slugOf } from './values.ts'

/** A category or tag. Names are stored with entities there. Its parent was written before. */
export function termOf(term: SourceTerm, context: ImportContext): Imported {
  const { html, losses } = convertText(term.description)
  return {
    kind: 'term',
    oldId: term.id,
    row: {
      taxonomy: term.taxonomy,
      name: plainTitle(term.name) || slugOf(term.slug),
      slug: slugOf(term.slug).slice(0, 200),
      description: html,
      parent_id: term.parentId === 0 ? null : context.ids.term(term.parentId),
    },
    parts: {},
    losses,
  }
}

/** Terms in an order in which parents come first; a circle is cut where it begins. */
export function parentsFirst(terms: readonly SourceTerm[]): SourceTerm[] {
  const byId = new Map(terms.map(term => [term.id, term]))
  const done = new Map<number, SourceTerm>()
  const visit = (term: SourceTerm, trail: ReadonlySet<number>) => {
    if (done.has(term.id)) return
    const parent = byId.get(term.parentId)
    const isCircle = parent !== undefined && trail.has(parent.id)
    if (parent && !isCircle) visit(parent, new Set([...trail, term.id]))
    done.set(term.id, isCircle ? { ...term, parentId: 0 } : term)
  }
  for (const term of [...terms].sort((a, b) => a.id - b.id)) visit(term, new Set([term.id]))
  return [...done.values()]
}
