import { isGuestAddress } from '../../core/mail-address.ts'
import type { SiteSettings } from '../../core/site-settings.ts'
import { type Attachment, buildMail } from '../../platform/smtp/build-mail.ts'
import { qrContent } from '../../ticketing/checkin/draw-qr.ts'
import type { Holder } from '../../ticketing/attendees/lookup.holders.ts'
import type { Deps } from '../deps.ts'
import type { MessageRow } from '../outbox/lookup.ts'
import { endingToken, messageKinds, opensAccount } from '../outbox/rules.ts'
import { openAccount, type OpenAccount } from './account-link.ts'
import { type Block, htmlOf, textOf } from './blocks.ts'
import type { Letter, Withdrawn } from './letter.ts'
import { oneLine, senderName } from './one-line.ts'
import { ownWords } from './own-words.ts'
import { mailLook } from './mail-look.ts'
import { nameInMail } from './person-name.ts'
import { type Papers, papersOf } from './papers.ts'
import { pictureOf } from './parts.ts'
import { drawnMost } from './rules.ts'
import { drawQrPng } from '../tickets/qr-png.ts'
import { speakerOf, type Words } from '../../core/words/speak.ts'
import { writeLetter } from './write-letter.ts'

export type ComposedMail = {
  raw: Buffer
  messageId: string
  subject: string
  /** The address of the sender. */
  from: string
}

const subjectCharacters = 180

/**
 * Composes a message from the current records, or returns why it is not sent any more (contract.md 19.3), or not yet (19.6). Composing a
 * mail about an account makes its link.
 */
export async function composeMail(
  deps: Deps,
  message: MessageRow,
  open: OpenAccount = openAccount,
): Promise<ComposedMail | Withdrawn> {
  const written = await writeLetter(deps, message, open)
  if ('withdrawn' in written) return written
  // Every name that a letter greets passes here, whatever wrote it.
  const letter = { ...written, greets: nameInMail(written.greets) }
  const { config, clock } = deps
  await deps.settingsRead()
  const own = await ownWords(deps, message, letter)
  const subject = subjectOf(letter, own.subject)
  const end = endingOf(deps, message)
  // After the server refused a mail as too large it is sent without files: the typed codes and the links are still in
  // it.
  const isBare = message.details['bare'] === true
  const papers = await papersOf(deps, message, { letter, isBare })
  const said = { ...letter, blocks: [...own.intro, ...letter.blocks] }
  const blocks = blocksOf(deps, message, { letter: said, isBare, papers, endUrl: end?.url })
  const { look, files: looks } = await mailLook(deps, letter, isBare)
  const from = senderAddress(deps)
  const messageId = messageIdOf(deps, message, from)
  const raw = await buildMail(config, {
    messageId,
    from: {
      name: senderName(letter.from?.organizer?.name ?? deps.siteSettings().name),
      address: from,
    },
    to: { name: senderName(letter.greets), address: message.recipient },
    replyTo: replyToOf(letter),
    subject,
    text: textOf(blocks, speakerOf(message.locale)),
    html: htmlOf(blocks, { title: subject, language: message.locale, look }),
    language: message.locale,
    date: clock.now(),
    unsubscribe: end,
    attachments: [
      ...looks,
      ...(await picturesOf(deps, isBare ? [] : letter.tickets)),
      ...papers.files,
    ],
  })
  return { raw, messageId, subject, from }
}

const subjectOf = ({ isTest }: Letter, subject: string) =>
  oneLine(isTest ? `[TEST] ${subject}` : subject, subjectCharacters)

/**
 * The Message-ID is the same at every attempt, so that mail programs recognise a mail that arrives twice. A mail about
 * an account has a new link, and hence a new id, at every attempt: a mail program must not show the old one instead.
 */
function messageIdOf(
  { secrets, random }: Deps,
  { message_id: stored, id, kind }: MessageRow,
  from: string,
): string {
  const host = from.split('@')[1] ?? ''
  if (opensAccount(kind)) return `<m${id}.${random.uuid()}.${secrets.installation}@${host}>`
  return stored ?? `<m${id}.${secrets.installation}@${host}>`
}

function replyToOf({ from }: Letter): string | undefined {
  const { organizer } = from ?? {}
  return organizer && isGuestAddress(organizer.email) ? organizer.email : undefined
}

type Parts = { letter: Letter; isBare: boolean; papers: Papers; endUrl: string | undefined }

function blocksOf(
  { siteSettings }: Deps,
  { locale }: MessageRow,
  { letter, isBare, papers, endUrl }: Parts,
): Block[] {
  const words = speakerOf(locale)
  const { t } = words
  const name = oneLine(letter.greets, 100)
  return [
    { kind: 'text', text: name === '' ? t('mail.hello') : t('mail.helloName', { name }) },
    ...(letter.isTest ? [{ kind: 'note', text: t('order.sandbox') } as const] : []),
    ...(isBare ? letter.blocks.map(withoutPicture) : letter.blocks),
    ...papers.blocks,
    {
      kind: 'footer',
      lines: footerOf(letter, words, siteSettings()),
      ...(endUrl !== undefined && { link: { text: t('mail.reminder.end'), url: endUrl } }),
    },
  ]
}

const withoutPicture = (block: Block): Block =>
  block.kind === 'ticket' ? { ...block, picture: undefined } : block

function footerOf(
  { from, isAboutAccount }: Letter,
  { t }: Words,
  { name: site, seller }: Pick<SiteSettings, 'name' | 'seller'>,
): string[] {
  const { organizer } = from ?? {}
  return [
    ...(organizer && isGuestAddress(organizer.email)
      ? [t('mail.contact', { organizer: oneLine(organizer.name, 100) })]
      : []),
    t(isAboutAccount ? 'mail.account.footer' : 'mail.footer', { site: oneLine(site, 100) }),
    ...(isAboutAccount || seller === '' ? [] : [oneLine(seller.replace(/\n/g, ' · '), 600)]),
  ]
}

/** The sender in the settings of the site, or an address at its host. */
export function senderAddress({
  siteSettings,
  publicRoot,
}: Pick<Deps, 'siteSettings' | 'publicRoot'>): string {
  return siteSettings().sender || `tickets@${new URL(publicRoot).hostname}`
}

/** The page on which the recipient unsubscribes from this kind of mail; undefined for mails about a purchase. */
function endingOf({ publicRoot, secrets }: Deps, message: MessageRow) {
  if (!messageKinds[message.kind].mayEnd) return undefined
  const token = endingToken(secrets.order, message.id)
  const host = new URL(publicRoot).hostname
  return {
    url: `${publicRoot}/mail/unsubscribe/${token}`,
    listId: `${message.kind.replace('.', '-')}-${message.event_id ?? 0}.${host}`,
  }
}

/** The pictures of the codes in this mail. They are drawn here when the thread that draws them cannot. */
async function picturesOf(deps: Deps, tickets: readonly Holder[]): Promise<Attachment[]> {
  if (tickets.length === 0 || tickets.length > drawnMost) return []
  const texts = await Promise.all(tickets.map(ticket => qrContent(deps, ticket)))
  const pictures = await deps.printer.drawCodes(texts).catch(() => texts.map(drawQrPng))
  return pictures.flatMap((content, at) => {
    const ticket = tickets[at]
    if (!ticket) return []
    const filename = `ticket-${ticket.id}.png`
    return [{ filename, contentType: 'image/png', content, cid: pictureOf(ticket) }]
  })
}
