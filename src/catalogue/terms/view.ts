import type { Static } from 'typebox'
import { escapeHtml } from '../../core/text.ts'
import { taxonomies, type Taxonomy } from './rules.ts'
import type { EmbeddedTerm, TermView } from './schema.ts'

export type Term = {
  id: number
  taxonomy: Taxonomy
  name: string
  slug: string
  description: string
  parent_id: number | null
  published_count: number
}

/** `root` is the root of the events API, `publicRoot` that of the site. */
export function termView(
  term: Term,
  { root, publicRoot }: { root: string; publicRoot: string },
): Static<typeof TermView> {
  const { taxonomy } = term
  return {
    id: term.id,
    count: term.published_count,
    description: term.description,
    url: `${publicRoot}/${taxonomies[taxonomy].page}/${term.slug}/`,
    name: escapeHtml(term.name),
    slug: term.slug,
    taxonomy: taxonomies[taxonomy].taxonomy,
    ...(taxonomy === 'category' ? { parent: term.parent_id ?? 0 } : {}),
    meta: [],
    urls: termUrls(term, root),
  }
}

export function embeddedTermView(term: Term, root: string): Static<typeof EmbeddedTerm> {
  return {
    name: escapeHtml(term.name),
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term.id,
    taxonomy: taxonomies[term.taxonomy].taxonomy,
    description: term.description,
    parent: term.parent_id ?? 0,
    count: term.published_count,
    filter: 'raw',
    id: term.id,
    urls: termUrls(term, root),
  }
}

function termUrls({ id, taxonomy, parent_id }: Term, root: string) {
  const collection = `${root}/${taxonomies[taxonomy].plural}`
  return {
    self: `${collection}/${id}`,
    collection,
    ...(parent_id === null ? {} : { up: `${collection}/${parent_id}` }),
  }
}

/** The term as single reads show it: its links are in it twice, once in the form that existing clients expect. */
export function withLinks(term: Static<typeof TermView>): Static<typeof TermView> {
  const { self, collection, up } = term.urls
  const links = {
    self: [{ href: self }],
    collection: [{ href: collection }],
    ...(up === undefined ? {} : { up: [{ href: up }] }),
  }
  return { ...term, _links: links }
}
