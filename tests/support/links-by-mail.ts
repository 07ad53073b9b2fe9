import PostalMime from 'postal-mime'
import { accountJobs } from '../../src/messaging/accounts/jobs.ts'
import { sendDue } from '../../src/messaging/outbox/send-due.ts'
import { startJobRunner } from '../../src/platform/jobs/runner.ts'
import { browser } from './browser.ts'
import type { Received } from './mail-server.ts'
import type { TestApp } from './start-app.ts'

export const forgotten = '/sign-in/forgotten'

/** Asks for a new password on the page. */
export const askFor = (app: TestApp, name: string, path = forgotten) =>
  browser(app).post(path, { name })

/** Does what was asked for on the page, and sends the mails. */
export async function mailLinks({ deps }: TestApp): Promise<void> {
  const { handlers } = accountJobs(deps)
  const runner = startJobRunner({ ...deps, db: deps.db, handlers, pollMs: 0 })
  await runner.runDue()
  await runner.stop()
  await sendDue(deps)
}

/** A mail as its reader sees it, and the path of the link in it. */
export async function openMail(app: TestApp, received: Received | undefined) {
  const mail = await PostalMime.parse(received?.raw ?? '')
  const [, path = ''] = /http:\/\/tickets\.test(\/sign-in\/link\/\S+)/.exec(mail.text ?? '') ?? []
  if (path !== '') app.watched.plant('a link', path.split('/').at(-1))
  return { mail, path }
}
