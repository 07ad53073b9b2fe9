import {
  dkimKey,
  domain,
  emailAddress,
  hoursBefore,
  option,
  requestsPerMinute,
  segment,
  smtpUrl,
  wholeNumber,
} from './setting-kinds.ts'

/** Settings of facts and mail. */
export const messagingOptions = {
  factsDays: option({
    env: 'FACTS_DAYS',
    doc: 'Days for which the log of what happened is kept, for `GET /changes` and whatever else reads it; never shorter than the slowest of them needs.',
    parse: wholeNumber(1, 3650),
    fallback: 90,
  }),
  smtpUrl: option({
    env: 'SMTP_URL',
    doc: 'Server that takes mail, e.g. smtps://user:password@mail.example.org:465 or smtp://… with STARTTLS. Without one mails are kept in the database and shown at /outbox.',
    parse: smtpUrl,
    fallback: '',
    secret: true,
  }),
  mailFrom: option({
    env: 'MAIL_FROM',
    doc: 'Address that mails come from. Default: tickets@ and the host of PUBLIC_URL.',
    parse: emailAddress,
    fallback: '',
  }),
  mailBouncesTo: option({
    env: 'MAIL_BOUNCES_TO',
    doc: 'Mailbox for what cannot be delivered, e.g. bounces@example.org: the envelope names bounces+<message>@example.org, and what arrives there goes to `marquee mail bounce` or `POST /bounces`. Default: MAIL_FROM, without a message.',
    parse: emailAddress,
    fallback: '',
  }),
  mailConnections: option({
    env: 'MAIL_CONNECTIONS',
    doc: 'Connections to the mail server at the most; halved by itself when the server says that it has too many.',
    parse: wholeNumber(1, 50),
    fallback: 4,
  }),
  mailPerSecond: option({
    env: 'MAIL_PER_SECOND',
    doc: 'Mails a second that the mail server is given at the most, or off.',
    parse: requestsPerMinute,
    fallback: 0,
  }),
  mailPdfKib: option({
    env: 'MAIL_PDF_KIB',
    doc: 'How large the PDF of the tickets in a mail may be, in KiB as it is sent; a larger one is linked instead. With off all are.',
    parse: requestsPerMinute,
    fallback: 5120,
  }),
  mailDkimDomain: option({
    env: 'MAIL_DKIM_DOMAIN',
    doc: 'Domain that signs mails, together with the two settings that follow. Not needed where the mail server signs.',
    parse: domain,
    fallback: '',
  }),
  mailDkimSelector: option({
    env: 'MAIL_DKIM_SELECTOR',
    doc: 'Name of the signing key in the DNS.',
    parse: segment,
    fallback: '',
  }),
  mailDkimKey: option({
    env: 'MAIL_DKIM_KEY',
    doc: 'The private key in PEM; line breaks may be written as \\n.',
    parse: dkimKey,
    fallback: '',
    secret: true,
  }),
  reminderHours: option({
    env: 'REMINDER_HOURS',
    doc: 'Hours before an event at which its guests are reminded, or off.',
    parse: hoursBefore,
    fallback: 24,
  }),
} as const
