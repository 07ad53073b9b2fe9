import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': 'Passwort vergessen?',
  'reset.text':
    'Geben Sie Ihren Anmeldenamen oder Ihre E-Mail-Adresse ein. Sie bekommen einen Link zugeschickt, mit dem Sie ein neues Passwort wählen.',
  'reset.name': 'Anmeldename oder E-Mail-Adresse',
  'reset.nameMissing': 'Geben Sie Ihren Anmeldenamen oder Ihre E-Mail-Adresse ein.',
  'reset.button': 'Link zuschicken',
  'reset.done':
    'Wenn es dieses Konto gibt und es eine E-Mail-Adresse hat, ist eine Mail mit einem Link unterwegs.',
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
  'password.again': 'Neues Passwort wiederholen',
  'password.short': 'Ein Passwort braucht mindestens {count} Zeichen. Nichts wurde geändert.',
  'password.long': 'Ein Passwort darf höchstens {count} Zeichen haben. Nichts wurde geändert.',
  'password.differ': 'Die beiden Passwörter sind verschieden. Nichts wurde geändert.',
  'account.title': 'Konto',
  'account.signedIn': 'Angemeldet als:',
  'account.signOut': 'Abmelden',
  'account.console': 'Die Verwaltung: Veranstaltungen, Bestellungen und Einlass (auf Englisch)',
  'account.interface': 'Die Schnittstelle für Programme (auf Englisch)',
  'account.events': 'Veranstaltungen',
  'account.tickets': 'Tickets und Verkauf',
  'account.admin': 'Verwaltung',
  'account.browsers': 'Angemeldete Browser',
  'account.thisBrowser': 'Dieser Browser',
  'account.unnamed': 'Browser ohne Namen',
  'account.used': 'Angemeldet {since}, zuletzt benutzt {used} ({zone}).',
  'account.endBrowser': 'Diesen Browser abmelden',
  'account.newPassword': 'Ein neues Passwort meldet alle anderen Browser ab.',
  'account.current': 'Jetziges Passwort',
  'account.change': 'Passwort ändern',
  'account.endOthers': 'Alle anderen Browser abmelden',
  'code.title': 'Code eingeben',
  'code.label': 'Code',
  'code.hint':
    'Die sechs Ziffern, die Ihre Authentifizierungs-App zeigt, oder einer Ihrer Wiederherstellungscodes.',
  'code.wrong': 'Dieser Code ist falsch, abgelaufen, oder er wurde schon benutzt.',
  'code.over': 'Diese Anmeldung hat zu lange gedauert. Melden Sie sich noch einmal an.',
  'code.lost':
    'Ohne Ihr Gerät und Ihre Wiederherstellungscodes wenden Sie sich an einen Administrator.',
  'factor.title': 'Zweiter Faktor',
  'factor.on':
    'Seit {since} ({zone}) braucht die Anmeldung neben dem Passwort einen Code Ihrer App.',
  'factor.off':
    'Für die Anmeldung genügt das Passwort. Mit einem zweiten Faktor braucht sie auch einen Code, den eine Authentifizierungs-App auf Ihrem Telefon zeigt.',
  'factor.demanded':
    'Diese Seite verlangt von Ihnen einen zweiten Faktor. Bis Sie ihn eingerichtet haben, können Sie alles ansehen, aber nichts ändern.',
  'factor.manage': 'Zweiten Faktor ändern',
  'factor.begin': 'Zweiten Faktor einrichten',
  'factor.anew': 'Mit einem anderen Bild neu beginnen',
  'factor.scan':
    'Scannen Sie dieses Bild mit einer Authentifizierungs-App, oder tippen Sie den Text darunter in die App ein. Geben Sie dann den Code ein, den die App zeigt.',
  'factor.picture': 'QR-Code für die Authentifizierungs-App',
  'factor.confirm': 'Bestätigen',
  'factor.codes': 'Ihre Wiederherstellungscodes',
  'factor.codesText':
    'Mit jedem von ihnen melden Sie sich einmal an, wenn Sie Ihr Gerät verloren haben. Bewahren Sie sie auf, wo niemand sonst sie findet. Sie werden nur jetzt gezeigt.',
  'factor.left': 'Übrige Wiederherstellungscodes: {count}.',
  'factor.renew': 'Neue Wiederherstellungscodes machen',
  'factor.renewText': 'Ihre bisherigen Wiederherstellungscodes gelten dann nicht mehr.',
  'factor.remove': 'Zweiten Faktor entfernen',
  'factor.stale':
    'Ihre Anmeldung ist mehr als zehn Minuten her. Wenn Ihr Konto kein Passwort hat, melden Sie sich stattdessen ab und wieder an.',
  'reminders.title': 'Erinnerungen',
  'reminders.text':
    'Drücken Sie den Knopf, wenn Sie keine Erinnerungen an diese Veranstaltung mehr möchten.',
  'reminders.kept': 'Ihre Tickets und alle Mails zu Ihrer Bestellung kommen weiterhin an.',
  'reminders.button': 'Keine Erinnerungen mehr',
  'reminders.done': 'Sie bekommen keine Erinnerungen an diese Veranstaltung mehr.',
  'reminders.unknown': 'Dieser Link ist ungültig',
  'reminders.unknownText': 'Öffnen Sie den ganzen Link, genau wie er in der Mail steht.',
}
