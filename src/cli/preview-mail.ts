import path from 'node:path'
import { linkUrl } from '../access/sessions/rules.ts'
import type { Config } from '../config/config.ts'
import { locales } from '../core/locale.ts'
import type { Deps } from '../messaging/deps.ts'
import type { OpenAccount } from '../messaging/mail/account-link.ts'
import { composeMail } from '../messaging/mail/compose-mail.ts'
import { previewCause } from '../messaging/mail/preview.ts'
import type { MessageRow } from '../messaging/outbox/lookup.ts'
import { type MessageKind, messageKindNames } from '../messaging/outbox/rules.ts'
import { findOrder } from '../shop/orders/record/lookup.ts'
import { holdersOfOrders } from '../ticketing/attendees/lookup.holders.ts'
import { CommandRefused } from './command-refused.ts'
import { makeNamedFolder, writeNamedFile } from './named-file.ts'
import { openCopyOrPresent } from './open-migrated.ts'
import { withService } from './with-service.ts'

/**
 * `marquee mail preview`: writes every kind of mail about an order, in every language, as if the order and its event
 * were in the state that the mail is about. Kinds for which something is missing are left out and named: without a
 * valid ticket there is no mail that brings one.
 */
export function previewMail(config: Config, { order: id, out }: { order: string; out: string }) {
  const preview = async (deps: Deps) => {
    const order = /^\d{1,15}$/.test(id) ? await findOrder(deps.db, Number(id)) : undefined
    if (!order) throw new CommandRefused(`There is no order ${id}.`)
    const [holder] = await holdersOfOrders(deps.db, [order.id])
    const about = {
      order_id: order.id,
      event_id: holder?.event_id ?? order.event_id,
      attendee_id: holder?.id ?? null,
      details: previewDetails(order.paid_minor),
    }
    makeNamedFolder(out)
    const write = (name: string, raw: Buffer) => writeNamedFile(path.join(out, name), raw)
    let written = 0
    for (const kind of messageKindNames) {
      const ofBuyer = kind.startsWith('order.') || !holder
      const recipient = ofBuyer ? order.purchaser_email : holder.holder_email
      written += await previewKind(deps, kind, { ...about, recipient, write })
    }
    console.log(`Wrote ${written} mails to ${out}.`)
  }
  return withService(config, preview, { open: openCopyOrPresent })
}

type Preview = Omit<Previewed, 'locale'> & {
  write: (name: string, raw: Buffer) => Promise<void>
}

/** Writes a kind in every language; returns how many there are. */
async function previewKind(deps: Deps, kind: MessageKind, { write, ...about }: Preview) {
  let written = 0
  for (const locale of locales) {
    const made = await composeMail(
      deps,
      previewOf(deps, kind, { ...about, locale }),
      exampleAccount,
    )
    if ('withdrawn' in made) {
      console.log(`No ${kind}: ${made.withdrawn}`)
      break
    }
    await write(`${kind}.${locale}.eml`, made.raw)
    written += 1
  }
  return written
}

/** The account of a preview: nobody's, with a link that opens nothing. */
export const exampleAccount: OpenAccount = ({ publicRoot }) => ({
  name: 'Ada Byron',
  login: 'ada',
  url: linkUrl(publicRoot, 'example'),
})

/**
 * Stands in for what the causes of mails know: the amount of a refund, a ticket before its transfer, an event's
 * former values.
 */
export const previewDetails = (minor: number) => ({
  to: 'new',
  generation: 1,
  minor,
  start_local: '2000-01-01 20:00:00',
  end_local: '2000-01-01 22:00:00',
  timezone: 'UTC',
  all_day: false,
  venue_id: 0,
  happening: 'scheduled',
})

type Previewed = Pick<
  MessageRow,
  'locale' | 'order_id' | 'event_id' | 'attendee_id' | 'recipient' | 'details'
>

/** The message as the outbox would have it. */
export function previewOf(
  { clock }: Pick<Deps, 'clock'>,
  kind: MessageKind,
  about: Previewed,
): MessageRow {
  const now = clock.now()
  return {
    ...about,
    id: 0,
    kind,
    cause: previewCause,
    about_kind: 'order',
    about_id: about.order_id ?? 0,
    state: 'queued',
    send_at: now,
    attempts: 1,
    message_id: null,
    subject: '',
    bytes: null,
    smtp_code: null,
    response: null,
    error: null,
    created_at: now,
    sent_at: null,
    bounced_at: null,
  }
}
