import type { Deps } from '../../deps.ts'
import type { Api } from '../../platform/http/route.ts'
import { serveRecords } from '../linked/serve-records.ts'
import { venueKind } from './kind.ts'

/** Routes of venues. */
export const venueRoutes = (api: Api, deps: Deps) => serveRecords(api, deps, venueKind)
