import type { Deps } from '../../deps.ts'
import type { Api } from '../../platform/http/route.ts'
import { serveRecords } from '../linked/serve-records.ts'
import { venueKind } from './kind.ts'

/** Where events take place. */
export const venueRoutes = (api: Api, deps: Deps) => serveRecords(api, deps, venueKind)
