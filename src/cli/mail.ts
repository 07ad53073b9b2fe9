import type { Config } from '../config/config.ts'
import { queueTest, retryMessage } from '../messaging/outbox/change-message.ts'
import { findMessage, listMessages, readSender } from '../messaging/outbox/lookup.ts'
import { messageStates } from '../messaging/outbox/rules.ts'
import { takeBounce } from '../messaging/outbox/take-bounce.ts'
import { sendDue } from '../messaging/outbox/send-due.ts'
import { systemClock } from '../platform/clock.ts'
import { actingAs } from '../platform/db/acting.ts'
import type { Db } from '../platform/db/database.ts'
import { createMailer } from '../platform/smtp/mailer.ts'
import { CommandRefused } from './command-refused.ts'
import { openMigrated } from './open-migrated.ts'
import { withService } from './with-service.ts'

/** `marquee mail test`: sends one mail like any other, and prints what became of it. */
export function testMail(config: Config, to: string) {
  return withService(config, async deps => {
    const by = actingAs(deps, { kind: 'command', name: 'mail test' })
    const { id } = await queueTest(by, to)
    await sendDue(deps)
    const message = await findMessage(deps.db, id)
    const said = message?.response ?? message?.error
    console.log(`Message ${id} is ${message?.state}${said ? `: ${said}` : ''}.`)
    const { problem, pausedUntil } = await readSender(deps.db)
    if (pausedUntil) console.log(problem ?? 'The mail server cannot be used right now.')
    if (message?.state !== 'sent' && message?.state !== 'captured') {
      throw new CommandRefused('The test mail did not leave.')
    }
  })
}

/** `marquee mail list`: the newest messages, of all states or of the named one. */
export function listMail(config: Config, state: string | undefined) {
  const known = messageStates.find(one => one === state)
  if (state !== undefined && !known) {
    throw new CommandRefused(`A state is one of ${messageStates.join(', ')}.`)
  }
  return withDatabase(config, async db => {
    for (const row of await listMessages(db, { state: known }, { limit: 50 })) {
      const { id, kind, created_at: at, attempts, response, error } = row
      const said = error ?? response ?? ''
      console.log(`${id} ${at.toISOString()} ${row.state} ${kind} (${attempts}) ${said}`.trim())
    }
  })
}

/** `marquee mail retry`: sends messages again that did not arrive. */
export function retryMail(config: Config, ids: readonly string[]) {
  return withService(config, async deps => {
    for (const id of ids) {
      const by = actingAs(deps, { kind: 'command', name: 'mail retry' })
      const { state } = await retryMessage(by, Number(id))
      console.log(`Message ${id} is ${state}.`)
    }
  })
}

async function withDatabase(config: Config, work: (db: Db) => Promise<void>) {
  const { db, close } = await openMigrated(config)
  try {
    await work(db)
  } finally {
    await close()
  }
}

/** `marquee mail bounce`: reads a mail that bounced. */
export function bounceMail(config: Config) {
  return withService(config, async deps => {
    const chunks: Buffer[] = []
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer))
    console.log(`The report is ${await takeBounce(deps, Buffer.concat(chunks))}.`)
  })
}

const oldMs = 10 * 60_000

/**
 * The mail part of `marquee doctor`: whether the server accepts our sign-in, its last refusal, and how much mail
 * waits.
 */
export async function doctorOfMail(db: Db, config: Config): Promise<string[]> {
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
  if (config.mailFrom === '') {
    said.push('MAIL_FROM is not set: mails come from tickets@ and the host of PUBLIC_URL.')
  }
  const dkim = [config.mailDkimDomain, config.mailDkimSelector, config.mailDkimKey]
  if (dkim.some(Boolean) && !dkim.every(Boolean)) {
    said.push(
      'MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY go together: nothing is signed.',
    )
  }
  const { problem, queued, oldest } = await readSender(db)
  if (problem !== null) said.push(`Sending has stopped; the mail server said: ${problem}`)
  if (oldest) {
    const isOld = systemClock.now().getTime() - oldest.getTime() > oldMs
    said.push(`${queued} mails wait${isOld ? `, the oldest since ${oldest.toISOString()}` : ''}.`)
  }
  return said
}
