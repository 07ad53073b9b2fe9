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
  'signIn.title': 'Anmelden',
  'signIn.password': 'Passwort',
  'signIn.button': 'Anmelden',
  'signIn.wrong': 'Anmeldename und Passwort passen nicht zusammen.',
  'signIn.noPassword':
    'Noch kein Passwort? Bitten Sie einen Administrator um einen Link, oder führen Sie auf dem Server marquee user link aus.',
  'link.setUp': 'Passwort des Administrators wählen',
  'link.invitation': 'Passwort wählen',
  'link.reset': 'Neues Passwort wählen',
  'link.account': 'Konto:',
  'link.save': 'Speichern und anmelden',
  'link.keepKeys': 'Anwendungspasswörter und API-Schlüssel behalten',
  'link.keepKeysHint': 'Lassen Sie das aus, wenn jemand anders sie kennen könnte.',
  'link.gone': 'Dieser Link gilt nicht mehr',
  'link.goneText':
    'Er wurde schon benutzt, oder seine Zeit ist abgelaufen. Bitten Sie einen Administrator um einen neuen, oder lassen Sie sich einen schicken.',
  'password.new': 'Neues Passwort',
  'password.hint': 'Mindestens {count} Zeichen.',
  'password.again': 'Noch einmal dasselbe',
  'password.short': 'Ein Passwort hat mindestens {count} Zeichen. Nichts wurde geändert.',
  'password.long': 'Ein Passwort hat höchstens {count} Zeichen. Nichts wurde geändert.',
  'password.differ': 'Die beiden Passwörter sind verschieden. Nichts wurde geändert.',
  'reminders.title': 'Erinnerungen',
  'reminders.text':
    'Wenn Sie es hier sagen, bekommen Sie keine Erinnerungen an diese Veranstaltung mehr.',
  'reminders.kept': 'Ihre Tickets und alle Mails zu Ihrer Bestellung kommen weiterhin an.',
  'reminders.button': 'Keine Erinnerungen mehr',
  'reminders.done': 'Sie bekommen keine Erinnerungen an diese Veranstaltung mehr.',
  'reminders.unknown': 'Dieser Link ist ungültig',
  'reminders.unknownText': 'Öffnen Sie den Link so, wie er in der Mail steht, von Anfang bis Ende.',
}
