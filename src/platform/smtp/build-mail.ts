import type { Config } from '../../config/config.ts'

export type Attachment = {
  filename: string
  contentType: string
  content: Buffer
  /** The name of a picture shown in the HTML as `cid:…`; without it the file is an attachment. */
  cid?: string
}

export type Mail = {
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  language: string
  date: Date
  /** The addresses for unsubscribing, by a page and by one click; only for mails that are not part of a purchase. */
  unsubscribe?: { url: string; listId: string } | undefined
  attachments: readonly Attachment[]
}

type Settings = Pick<Config, 'mailDkimDomain' | 'mailDkimSelector' | 'mailDkimKey'>

/** RFC 8058 requires a signature over both unsubscribe headers; the library's own list has only the first. */
const signedHeaders = [
  'from',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'to',
  'cc',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
].join(':')

/** The bytes of a mail (RFC 5322), with a DKIM signature when a key is set. */
export async function buildMail(settings: Settings, mail: Mail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message } = await composer.sendMail({
    messageId: mail.messageId,
    date: mail.date,
    from: mail.from,
    to: mail.to,
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: headersOf(mail),
    attachments: mail.attachments.map(({ cid, ...file }) => ({
      ...file,
      contentDisposition: cid === undefined ? ('attachment' as const) : ('inline' as const),
      ...(cid !== undefined && { cid }),
    })),
    ...(isSigning(settings) && {
      dkim: {
        domainName: settings.mailDkimDomain,
        keySelector: settings.mailDkimSelector,
        privateKey: settings.mailDkimKey,
        headerFieldNames: signedHeaders,
      },
    }),
  })
  return Buffer.isBuffer(message) ? message : Buffer.alloc(0)
}

const isSigning = ({ mailDkimDomain, mailDkimSelector, mailDkimKey }: Settings) =>
  mailDkimDomain !== '' && mailDkimSelector !== '' && mailDkimKey !== ''

function headersOf({ language, unsubscribe }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
    'Content-Language': language,
    ...(unsubscribe && {
      'List-Id': `<${unsubscribe.listId}>`,
      'List-Unsubscribe': `<${unsubscribe.url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}
