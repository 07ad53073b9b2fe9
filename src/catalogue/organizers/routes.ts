import type { Deps } from '../../deps.ts'
import type { Api } from '../../platform/http/route.ts'
import { serveRecords } from '../linked/serve-records.ts'
import { organizerKind } from './kind.ts'

/** Routes of organizers. */
export const organizerRoutes = (api: Api, deps: Deps) => serveRecords(api, deps, organizerKind)
