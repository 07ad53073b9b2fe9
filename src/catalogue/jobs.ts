import { descriptionHtml, excerptHtml } from '../core/text.ts'
import type { Deps } from '../deps.ts'
import { type Derived, fillDerived } from '../platform/db/fill-derived.ts'

const name = 'catalogue.render'
const everySeconds = 3600

const description = { from: 'description', to: 'description_html', make: descriptionHtml }

const rendered: readonly Derived[] = [
  { table: 'events', ...description },
  { table: 'events', from: 'excerpt', to: 'excerpt_html', make: excerptHtml },
  { table: 'venues', ...description },
  { table: 'organizers', ...description },
  { table: 'terms', ...description },
]

/** Renders texts that a release wrote which keeps none as they are shown, or an import. */
export function renderingJobs({ db }: Pick<Deps, 'db'>) {
  const run = async () => {
    for (const column of rendered) await fillDerived(db, column)
  }
  return { handlers: { [name]: { run } }, schedules: [{ name, everySeconds }] }
}
