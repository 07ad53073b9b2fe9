import type { Deps } from '../deps.ts'
import { deleteNotices } from './store.ts'

/** Forgets what the guests of these events have not been told yet. */
export const forgetNotices = ({ db }: Pick<Deps, 'db'>, eventIds: readonly number[]) =>
  deleteNotices(db, eventIds)
