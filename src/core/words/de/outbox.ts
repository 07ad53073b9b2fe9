import type { outbox as english } from '../en/outbox.ts'

export const outbox: Readonly<Record<keyof typeof english, string>> = {
  'outbox.title': 'Postausgang',
  'outbox.refused': 'Nur die Verwaltung sieht die E-Mails, die hier entstanden sind.',
  'outbox.unknown': 'Diese E-Mail gibt es nicht, oder sie wird nicht mehr aufbewahrt.',
  'outbox.all': 'Alle E-Mails',
  'outbox.newest': '{count, plural, one {Die neueste E-Mail} other {Die neuesten # E-Mails}}',
  'outbox.none': 'Noch keine E-Mails',
  'outbox.withdrawn': 'Zurückgezogene E-Mails zeigt',
  'outbox.mail': 'E-Mail {id}',
  'outbox.subject': 'Betreff',
  'outbox.to': 'An',
  'outbox.kind': 'Art',
  'outbox.state': 'Zustand',
  'outbox.when': 'Wann',
  'outbox.looks': 'So sieht die E-Mail aus',
  'outbox.asText': 'Als Text',
  'outbox.files': 'Anhänge',
  'outbox.notKept':
    'Die E-Mail selbst wird nur aufbewahrt, wo kein Mailserver eingerichtet ist, und eine Woche lang.',
}
