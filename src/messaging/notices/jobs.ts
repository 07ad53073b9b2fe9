import type { JobHandler } from '../../platform/jobs/runner.ts'
import { forgetFormerCodes, forgetHolders } from '../../ticketing/attendees/erase-holder.ts'
import type { Deps } from '../deps.ts'
import { forgetReminders } from './store.ts'
import { remindGuests, tellOfChanges } from './tell-guests.ts'

const tellJob = 'notices.tell'
const forgetJob = 'notices.forget'
const keptDays = 90

/** Sends notices of changes and reminders, every minute. */
export function noticeJobs(deps: Deps) {
  const handlers: Record<string, JobHandler> = {
    [tellJob]: {
      run: async () => {
        await tellOfChanges(deps)
        await remindGuests(deps)
      },
    },
    [forgetJob]: {
      run: async () => {
        const before = new Date(deps.clock.now().getTime() - keptDays * 86_400_000)
        await forgetReminders(deps.db, before)
        await forgetHolders(deps.db, before)
        await forgetFormerCodes(deps.db, keptDays)
      },
    },
  }
  return {
    handlers,
    schedules: [
      { name: tellJob, everySeconds: 60 },
      { name: forgetJob, everySeconds: 86_400 },
    ],
  }
}
