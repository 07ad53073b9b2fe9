import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': 'Passwort vergessen?',
  'reset.text':
    'Geben Sie Ihren Anmeldenamen oder Ihre E-Mail-Adresse ein. Sie bekommen einen Link zugeschickt, mit dem Sie ein neues Passwort wählen.',
  'reset.name': 'Anmeldename oder E-Mail-Adresse',
  'reset.nameMissing': 'Geben Sie Ihren Anmeldenamen oder Ihre E-Mail-Adresse ein.',
  'reset.button': 'Link zuschicken',
  'reset.done':
    'Wenn es ein solches Konto mit einer Adresse gibt, ist eine Mail mit einem Link unterwegs.',
  'reset.doneText':
    'Der Link gilt eine Stunde lang. Es dauert einige Minuten; sehen Sie auch im Spam-Ordner nach. Ein Konto bekommt höchstens drei solche Mails in der Stunde.',
  'reset.noMail': 'Diese Seite verschickt keine Mails.',
  'reset.noMailText':
    'Ein Administrator kann Ihnen einen Link machen, mit dem Sie ein Passwort wählen.',
  'reset.back': 'Zurück zur Anmeldung',
}
