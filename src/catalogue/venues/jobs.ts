import type { Deps } from '../../deps.ts'
import { publicationJob } from '../linked/publish-due.ts'
import { venueKind } from './kind.ts'

/** Publishes venues whose date of publication has come. */
export const venueJobs = (deps: Pick<Deps, 'db' | 'clock'>) => publicationJob(deps, venueKind)
