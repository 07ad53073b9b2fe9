import { buffer as readAll } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Deps } from '../messaging/deps.ts'
import { queueTest, retryMessage } from '../messaging/outbox/change-message.ts'
import { findMessage, listMessages, readSender } from '../messaging/outbox/lookup.ts'
import { messageStates } from '../messaging/outbox/rules.ts'
import { takeBounce } from '../messaging/outbox/take-bounce.ts'
import { readSiteSettings } from '../access/settings/site-settings.ts'
import { sendDue } from '../messaging/outbox/send-due.ts'
import { systemClock } from '../platform/clock.ts'
import { actingAs } from '../platform/db/acting.ts'
import type { Db } from '../platform/db/database.ts'
import { createMailer } from '../platform/smtp/mailer.ts'
import { addressOf } from './address-of.ts'
import { CommandRefused } from './command-refused.ts'
import type { MailCommand, Say } from './control-socket.ts'
import { unlessRunning } from './here-or-running.ts'
import { listedIds } from './jobs.ts'
import { openForReading } from './open-migrated.ts'
import { withService } from './with-service.ts'

/** Runs a command for mails in this process, or in the service that has the embedded database open. */
export function withMail(config: Config, command: MailCommand) {
  return unlessRunning(config, { do: 'mail', command }, () =>
    withService(config, deps => runMail(deps, command, line => console.log(line))),
  )
}

/** `marquee mail bounce`: reads a mail that bounced from standard input. */
export async function bounceMail(config: Config) {
  const raw = (await readAll(process.stdin)).toString('base64')
  return withMail(config, { do: 'bounce', raw })
}

/** Does what a command for mails says, and tells what became of it. */
export async function runMail(deps: Deps, command: MailCommand, say: Say) {
  if (command.do === 'test') return testMail(deps, addressOf(command.to), say)
  if (command.do === 'retry') return retryMail(deps, command.ids, say)
  return say(`The report is ${await takeBounce(deps, Buffer.from(command.raw, 'base64'))}.`)
}

/** Sends one mail like any other, and tells what became of it. */
async function testMail(deps: Deps, to: string, say: Say) {
  const { id } = await queueTest(actingAs(deps, { kind: 'command', name: 'mail test' }), to)
  await sendDue(deps)
  const message = await leftMessage(deps.db, id)
  const { state } = message ?? {}
  const said = message?.response ?? message?.error
  say(`Message ${id} is ${state}${said ? `: ${said}` : ''}.`)
  if (state === 'captured')
    say(`No mail server is set (SMTP_URL): read it at ${deps.publicRoot}/outbox/${id}.`)
  const { problem, pausedUntil } = await readSender(deps.db)
  if (pausedUntil) say(problem ?? 'The mail server cannot be used right now.')
  if (state !== 'sent' && state !== 'captured') {
    throw new CommandRefused('The test mail did not leave.')
  }
}

/** A message once it has left. The job of a running service may be sending it at this moment. */
async function leftMessage(db: Db, id: number) {
  const until = performance.now() + sendingMs
  for (;;) {
    const message = await findMessage(db, id)
    if (message?.state !== 'sending' || performance.now() > until) return message
    await pause(pauseMs)
  }
}

const sendingMs = 30_000
const pauseMs = 100

/** Sends messages again that did not arrive. */
async function retryMail(deps: Deps, ids: readonly string[], say: Say) {
  for (const id of listedIds(ids, 'a message')) {
    const by = actingAs(deps, { kind: 'command', name: 'mail retry' })
    const { state } = await retryMessage(by, id)
    say(`Message ${id} is ${state}.`)
  }
}

/** `marquee mail list`: the newest messages, of all states or of the named one. */
export async function listMail(config: Config, state: string | undefined) {
  const chosen = messageStates.find(one => one === state)
  if (state !== undefined && !chosen) {
    throw new CommandRefused(`A state is one of ${messageStates.join(', ')}.`)
  }
  const database = await openForReading(config)
  try {
    for (const row of await listMessages(database.db, { state: chosen }, { limit: 50 })) {
      const { id, kind, created_at: at, attempts, response, error } = row
      const said = error ?? response ?? ''
      console.log(`${id} ${at.toISOString()} ${row.state} ${kind} (${attempts}) ${said}`.trim())
    }
  } finally {
    await database.close()
  }
}

const oldMs = 10 * 60_000

/** The part of `marquee doctor` about the mail server: whether it accepts our sign-in, and the settings beside it. */
export async function doctorOfMailServer(config: Config): Promise<string[]> {
  const mailer = createMailer(config)
  if (!mailer) return ['No mail server is set (SMTP_URL): mails are kept and shown at /outbox.']
  const said: string[] = []
  const refusal = await mailer.check()
  mailer.close()
  said.push(
    refusal
      ? `The mail server cannot be used (${refusal.step}): ${refusal.text}`
      : 'The mail server takes our sign-in.',
  )
  const dkim = [config.mailDkimDomain, config.mailDkimSelector, config.mailDkimKey]
  if (dkim.some(Boolean) && !dkim.every(Boolean)) {
    said.push(
      'MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY go together: nothing is signed.',
    )
  }
  return said
}

/** The part of `marquee doctor` about the outbox: whom its mails come from, the server's last refusal, and how much mail waits. */
export async function doctorOfOutbox(db: Db, config: Config): Promise<string[]> {
  const said: string[] = []
  if (config.smtpUrl !== '' && (await readSiteSettings(db, config)).sender === '') {
    said.push('No sender is set (MAIL_FROM): mails come from tickets@ and the host of PUBLIC_URL.')
  }
  const { problem, queued, oldest } = await readSender(db)
  if (problem !== null) said.push(`Sending has stopped; the mail server said: ${problem}`)
  if (oldest) {
    const isOld = systemClock.now().getTime() - oldest.getTime() > oldMs
    said.push(`${queued} mails wait${isOld ? `, the oldest since ${oldest.toISOString()}` : ''}.`)
  }
  return said
}
