import type { Deps } from '../../deps.ts'
import { publicationJob } from '../linked/publish-due.ts'
import { organizerKind } from './kind.ts'

/** Publishes organizers whose date of publication has come. */
export const organizerJobs = (deps: Pick<Deps, 'db' | 'clock'>) =>
  publicationJob(deps, organizerKind)
