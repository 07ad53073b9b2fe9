import type { outbox as english } from '../en/outbox.ts'

export const outbox: Readonly<Record<keyof typeof english, string>> = {
  'outbox.title': 'Utboks',
  'outbox.refused': 'Bare administratorer ser e-postene som er laget her.',
  'outbox.unknown': 'Denne e-posten finnes ikke, eller den er ikke lenger lagret.',
  'outbox.all': 'Alle e-poster',
  'outbox.newest': '{count, plural, one {Den nyeste e-posten} other {De # nyeste e-postene}}',
  'outbox.none': 'Ingen e-poster ennå',
  'outbox.withdrawn': 'Tilbaketrukne e-poster vises av',
  'outbox.mail': 'E-post {id}',
  'outbox.subject': 'Emne',
  'outbox.to': 'Til',
  'outbox.kind': 'Type',
  'outbox.state': 'Tilstand',
  'outbox.when': 'Når',
  'outbox.looks': 'Slik ser e-posten ut',
  'outbox.asText': 'Som tekst',
  'outbox.files': 'Vedlegg',
  'outbox.notKept': 'Selve e-posten lagres bare der ingen e-posttjener er satt opp, og i en uke.',
}
