import PostalMime, { type Email } from 'postal-mime'
import { sendDue } from '../../src/messaging/outbox/send-due.ts'
import { remindGuests, tellOfChanges } from '../../src/messaging/notices/tell-guests.ts'
import type { TestApp } from './start-app.ts'

/** Runs the followers and sends mail at once. Returns the number of mails. */
export async function deliver({ deps }: TestApp): Promise<number> {
  await deps.following.catchUp()
  await tellOfChanges(deps)
  await remindGuests(deps)
  return sendDue(deps)
}

export type Listed = {
  id: number
  kind: string
  event_id: number | null
  state: string
  recipient: string
  subject: string
  error: string | null
}

/** The outbox, oldest first. */
export async function outbox(
  app: TestApp,
  query: Record<string, string | number> = {},
): Promise<Listed[]> {
  const { json } = await app.admin('GET', '/messages', {
    as: 'administrator',
    query: { limit: 100, ...query },
  })
  return json.messages.toReversed()
}

/** A captured mail as a mail program reads it. */
export async function readMail(app: TestApp, id: number): Promise<Email & { raw: string }> {
  const { text } = await app.admin('GET', `/messages/${id}/raw`, { as: 'administrator' })
  return { ...(await PostalMime.parse(text)), raw: text }
}

/** The newest mail of a kind, as a mail program reads it. */
export async function newest(app: TestApp, kind: string) {
  const message = (await outbox(app, { kind })).at(-1)
  if (!message) throw new Error(`There is no mail of kind ${kind}.`)
  return { message, mail: await readMail(app, message.id) }
}
