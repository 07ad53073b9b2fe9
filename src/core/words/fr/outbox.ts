import type { outbox as english } from '../en/outbox.ts'

export const outbox: Readonly<Record<keyof typeof english, string>> = {
  'outbox.title': 'Boîte d’envoi',
  'outbox.refused': 'Seuls les administrateurs voient les e-mails créés ici.',
  'outbox.unknown': 'Cet e-mail n’existe pas, ou n’est plus conservé.',
  'outbox.all': 'Tous les e-mails',
  'outbox.newest':
    '{count, plural, one {L’e-mail le plus récent} other {Les # e-mails les plus récents}}',
  'outbox.none': 'Aucun e-mail pour l’instant',
  'outbox.withdrawn': 'Les e-mails retirés sont listés par',
  'outbox.mail': 'E-mail {id}',
  'outbox.subject': 'Objet',
  'outbox.to': 'À',
  'outbox.kind': 'Type',
  'outbox.state': 'État',
  'outbox.when': 'Quand',
  'outbox.looks': 'L’e-mail tel qu’il s’affiche',
  'outbox.asText': 'En texte',
  'outbox.files': 'Pièces jointes',
  'outbox.notKept':
    'L’e-mail lui-même n’est conservé que si aucun serveur de messagerie n’est configuré, et pendant une semaine.',
}
