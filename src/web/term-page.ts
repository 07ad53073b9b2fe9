import { findTermPage } from '../catalogue/terms/lookup.ts'
import { descriptionHtml } from '../core/text.ts'
import type { Deps } from '../shop/deps.ts'
import { taxonomies, type Taxonomy } from '../catalogue/terms/rules.ts'
import { html, stored } from './html.ts'
import type { Shown } from './shown.ts'

/** The page of a category or tag. */
export async function termPage(
  { db }: Deps,
  taxonomy: Taxonomy,
  slug: string,
): Promise<Shown | undefined> {
  const term = await findTermPage(db, taxonomy, slug)
  if (!term) return undefined
  return {
    title: term.name,
    source: { list: { [taxonomies[taxonomy].plural]: slug } },
    content: html`<h1>${term.name}</h1>${stored(descriptionHtml(term.description))}`,
  }
}
