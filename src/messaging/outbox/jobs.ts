import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Deps } from '../deps.ts'
import { sendJob } from './queue-messages.ts'
import { sendDue } from './send-due.ts'
import { deleteCaptures } from './store.ts'

const forgetJob = 'mail.forget'
const capturesKept = 1000
const captureDays = 7

/** After this time another process notices that the sender died, and mails to be tried again are due. */
const lookSeconds = 10

/** Sends due messages: at once after one was queued, and every ten seconds those to be tried again. */
export function outboxJobs(deps: Deps) {
  const handlers: Record<string, JobHandler> = {
    [sendJob]: {
      run: async () => {
        await sendDue(deps)
      },
    },
    [forgetJob]: {
      run: () => {
        const before = new Date(deps.clock.now().getTime() - captureDays * 86_400_000)
        return deleteCaptures(deps.db, { before, keep: capturesKept })
      },
    },
  }
  return {
    handlers,
    schedules: [
      { name: sendJob, everySeconds: lookSeconds },
      { name: forgetJob, everySeconds: 3600 },
    ],
  }
}
