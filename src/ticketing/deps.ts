import type { Deps as Base } from '../deps.ts'
import type { Lanes } from './inventory/lanes.ts'

/**
 * What every ticketing capability is given: the common dependencies, and the lanes that batch requests for
 * one event.
 */
export type Deps = Base & { readonly lanes: Lanes }
