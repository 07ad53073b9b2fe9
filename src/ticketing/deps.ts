import type { Deps as Base } from '../deps.ts'
import type { Lanes } from './inventory/lanes.ts'

/** What every capability is given, and the lanes that settle what a crowd wants of one event. */
export type Deps = Base & { readonly lanes: Lanes }
