import type { mails as english } from '../en/mails.ts'

export const mails: Readonly<Record<keyof typeof english, string>> = {
  'mail.colon': ':',
  'mail.hello': 'Guten Tag,',
  'mail.helloName': 'Guten Tag {name},',
  'mail.footer': 'Diese E-Mail kommt von {site}, wegen einer Bestellung oder eines Tickets.',
  'mail.contact': 'Fragen? Antworten Sie auf diese E-Mail, und Sie erreichen {organizer}.',
  'mail.doors': 'Einlass',
  'mail.online': 'Online',
  'mail.order': 'Bestellung',
  'mail.total': 'Summe',
  'mail.refunded': 'Erstattet',
  'mail.yourTickets': 'Ihre Tickets',
  'mail.somebody': 'Jemand',
  'mail.holder': 'Name',
  'mail.code': 'Code',
  'mail.qrOf': 'QR-Code des Tickets von {holder}',
  'mail.showAtDoor': 'Zeigen Sie den QR-Code am Einlass, auf Papier oder auf dem Telefon.',
  'mail.manyTickets':
    'Die QR-Codes Ihrer Tickets finden Sie in der PDF-Datei, die unten verlinkt ist.',
  'mail.asPdf': 'Tickets als PDF',
  'mail.seeOrder': 'Bestellung ansehen',
  'mail.seeEvent': 'Veranstaltung ansehen',
  'mail.events': '{count, plural, one {# Veranstaltung} other {# Veranstaltungen}}',
  'mail.confirmed.subject': 'Ihre Tickets: {event}',
  'mail.confirmed.intro':
    '{count, plural, one {Ihre Bestellung ist abgeschlossen. Hier ist Ihr Ticket.} other {Ihre Bestellung ist abgeschlossen. Hier sind Ihre # Tickets.}}',
  'mail.confirmed.nobodyComes': 'Danke für die Nachricht, dass Sie nicht kommen.',
  'mail.confirmed.passedOn':
    'Ihre Bestellung ist abgeschlossen. Alle Tickets wurden weitergegeben; auf der Seite Ihrer Bestellung steht, bei wem sie sind.',
  'mail.issued.subject': 'Ihr Ticket: {event}',
  'mail.issued.intro':
    '{count, plural, one {{buyer} hat ein Ticket für Sie bestellt.} other {{buyer} hat # Tickets für Sie bestellt.}}',
  'mail.pending.subject': 'Bestellung {order}: Ihre Zahlung ist noch nicht abgeschlossen',
  'mail.pending.intro':
    'Ihre Zahlung ist noch nicht eingegangen. Sobald sie da ist, bekommen Sie Ihre Tickets per E-Mail. Wenn Ihre Bank Sie um eine Bestätigung bittet, bestätigen Sie die Zahlung bitte.',
  'mail.failed.subject': 'Bestellung {order} wurde nicht abgeschlossen',
  'mail.failed.unpaid':
    'Ihre Zahlung war nicht erfolgreich. Es wurde nichts abgebucht, und die Plätze sind wieder frei.',
  'mail.failed.paid':
    'Als Ihre Zahlung einging, waren die Plätze nicht mehr verfügbar. Sie bekommen Ihr Geld vollständig zurück.',
  'mail.failed.paidInVain':
    'Mit Ihrer Zahlung ließ sich die Bestellung nicht abschließen. Sie bekommen Ihr Geld vollständig zurück.',
  'mail.failed.again': 'Tickets neu wählen',
  'mail.refund.subject': 'Bestellung {order}: Ihre Erstattung',
  'mail.refund.money':
    'Wir haben Ihnen {amount} erstattet. Es kann einige Tage dauern, bis Ihre Bank den Betrag anzeigt.',
  'mail.refund.byHand': 'Wir haben Ihnen {amount} erstattet.',
  'mail.refund.places': 'Plätze Ihrer Bestellung wurden zurückgegeben.',
  'mail.refund.left':
    '{count, plural, one {Ein Ticket der Bestellung ist weiterhin gültig.} other {# Tickets der Bestellung sind weiterhin gültig.}}',
  'mail.refund.none': 'Keines der Tickets der Bestellung ist noch gültig.',
  'mail.links.subject': 'Ihre Bestellungen und Tickets bei {site}',
  'mail.links.intro':
    'Sie haben um die Links zu Ihren Bestellungen und Tickets gebeten. Wer einen Link hat, sieht die Bestellung oder das Ticket.',
  'mail.links.unasked': 'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.',
  'mail.transferred.subject': 'Ihr Ticket: {event}',
  'mail.transferred.intro':
    'Ein Ticket wurde an Sie weitergegeben. Nur der Code in dieser E-Mail ist gültig.',
  'mail.transferred.open': 'Ticket ansehen oder weitergeben',
  'mail.transferred.formerSubject': 'Ihr Ticket wurde weitergegeben: {event}',
  'mail.transferred.former':
    'Ihr Ticket wurde an jemand anderen weitergegeben. Ihr bisheriger Code ist nicht mehr gültig. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an den Veranstalter.',
  'mail.returned.subject': 'Ihr Ticket wurde zurückgegeben: {event}',
  'mail.returned.intro':
    '{count, plural, one {Ein Ticket, das für Sie bestellt wurde, wurde zurückgegeben. Sein Code ist nicht mehr gültig. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an die Person, die es bestellt hat, oder an den Veranstalter.} other {# Tickets, die für Sie bestellt wurden, wurden zurückgegeben. Ihre Codes sind nicht mehr gültig. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an die Person, die sie bestellt hat, oder an den Veranstalter.}}',
  'mail.change.subject': 'Geändert: {event}',
  'mail.change.intro':
    'An einer Veranstaltung, für die Sie Tickets haben, hat sich etwas geändert. Ihre Tickets bleiben gültig.',
  'mail.change.takesPlace': 'Die Veranstaltung findet doch statt. Ihre Tickets sind gültig.',
  'mail.change.was': 'Bisher',
  'mail.change.now': 'Jetzt',
  'mail.change.nowhere': 'Kein Ort',
  'mail.change.cancelledSubject': 'Abgesagt: {event}',
  'mail.change.cancelled':
    'Die Veranstaltung, für die Sie Tickets haben, ist abgesagt. Ihre Tickets sind nicht mehr gültig. Wenn Sie dafür bezahlt haben, informiert der Veranstalter Sie über Ihr Geld.',
  'mail.change.postponedSubject': 'Verschoben: {event}',
  'mail.change.postponed':
    'Die Veranstaltung, für die Sie Tickets haben, ist verschoben. Ihre Tickets bleiben gültig; Sie bekommen eine E-Mail, sobald der neue Termin feststeht.',
  'mail.change.postponedTo':
    'Die Veranstaltung, für die Sie Tickets haben, ist auf einen anderen Termin verschoben. Ihre Tickets bleiben gültig.',
  'mail.change.reason': 'Grund',
  'mail.reminder.subject': 'Bald: {event}',
  'mail.reminder.intro': 'Die Veranstaltung, für die Sie Tickets haben, beginnt bald.',
  'mail.reminder.end': 'Keine Erinnerungen mehr an diese Veranstaltung',
  'mail.guests.order': 'Ihre Bestellung',
  'mail.guests.ticket': 'Ihr Ticket',
  'mail.account.footer': 'Diese E-Mail kommt von {site}, wegen Ihres Kontos dort.',
  'mail.account.login': 'Anmeldename',
  'mail.account.reset.subject': 'Neues Passwort für {site}',
  'mail.account.reset.intro': 'Jemand hat um ein neues Passwort für Ihr Konto bei {site} gebeten.',
  'mail.account.reset.link': 'Neues Passwort wählen',
  'mail.account.reset.once':
    'Der Link gilt einmal, eine Stunde lang. Wenn Sie mehrere solche E-Mails haben, zählt die neueste.',
  'mail.account.reset.unasked':
    'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  'mail.account.confirm.subject': 'Bitte bestätigen Sie, dass Sie es sind: {site}',
  'mail.account.confirm.intro':
    'Jemand ist mit Ihrem Konto bei {site} angemeldet und möchte dort etwas Wichtiges ändern.',
  'mail.account.confirm.link': 'Erneut anmelden',
  'mail.account.confirm.once':
    'Der Link gilt einmal, fünfzehn Minuten lang. In dem Browser, in dem Sie ihn öffnen, können Sie danach weitermachen.',
  'mail.account.confirm.unasked':
    'Wenn Sie das nicht waren, beenden Sie alle Anmeldungen Ihres Kontos und geben Sie der Verwaltung Bescheid.',
  'mail.account.invited.subject': 'Ihr Konto bei {site}',
  'mail.account.invited.intro':
    'Für Sie wurde ein Konto bei {site} angelegt. Wählen Sie ein Passwort, um sich anzumelden.',
  'mail.account.invited.link': 'Passwort wählen',
  'mail.account.invited.once': 'Der Link gilt einmal, sieben Tage lang. Danach:',
  'mail.account.invited.later': 'Einen neuen Link zuschicken lassen',
  'mail.test.subject': 'Testnachricht von {site}',
  'mail.test.intro':
    'Diese E-Mail hat denselben Weg genommen wie alle anderen. Wenn Sie sie lesen, funktioniert der Versand.',
}
