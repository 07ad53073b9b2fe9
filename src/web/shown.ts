import type { Source } from './discovery.ts'
import type { Html } from './html.ts'

/** What a page shows, before it is put into one. */
export type Shown = { title: string; content: Html; source?: Source }
