import { counted } from './counted.ts'
import type { Texts } from './en.ts'

export const de: Texts = {
  colon: ':',
  hello: name => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  footer: site => `Diese E-Mail kommt von ${site}, wegen einer Bestellung oder eines Tickets.`,
  contact: organizer => `Fragen? Antworten Sie auf diese E-Mail, und Sie erreichen ${organizer}.`,
  sandbox: 'Testbetrieb: Es ist kein Geld geflossen.',
  when: 'Wann',
  where: 'Wo',
  doors: 'Einlass',
  age: 'Für wen',
  access: 'Barrierefreiheit',
  online: 'Online',
  join: 'Online teilnehmen',
  order: 'Bestellung',
  total: 'Summe',
  free: 'Kostenlos',
  fee: 'Gebühren',
  refunded: 'Erstattet',
  yourTickets: 'Ihre Tickets',
  somebody: 'Jemand',
  holder: 'Name',
  ticketType: 'Ticket',
  code: 'Code',
  qrOf: holder => `QR-Code des Tickets von ${holder}`,
  showAtDoor: 'Zeigen Sie den QR-Code am Einlass, auf Papier oder auf dem Telefon.',
  manyTickets:
    'Das sind viele Tickets: Ihre QR-Codes finden Sie als PDF unter den Links weiter unten.',
  asPdf: 'Tickets als PDF',
  doesNotAdmit: 'Dieses Ticket ist zurzeit nicht gültig.',
  seeOrder: 'Bestellung ansehen',
  seeEvent: 'Veranstaltung ansehen',
  events: count => counted('de', count, { one: '# Veranstaltung', other: '# Veranstaltungen' }),
  feeds: {
    events: 'Veranstaltungen',
    own: 'Meine Veranstaltungen',
    noTicket: what => `Kein Ticket mehr: ${what}`,
  },
  paper: {
    titleOf: event => `Tickets für ${event}`,
    titleOfOrder: order => `Tickets der Bestellung ${order}`,
    untitled: 'Veranstaltung',
    cancelled: 'Diese Veranstaltung ist abgesagt.',
    postponed: 'Diese Veranstaltung ist verschoben.',
    organizer: 'Veranstalter',
    price: 'Preis',
    qrOf: ticket => `QR-Code des Tickets ${ticket}`,
    typed: 'Code, falls das Bild nicht gelesen werden kann',
    ticket: id => `Ticket ${id}`,
    order: id => `Bestellung ${id}`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  confirmed: {
    subject: what => `Ihre Tickets: ${what}`,
    intro: count =>
      counted('de', count, {
        one: 'Ihre Bestellung ist abgeschlossen. Hier ist Ihr Ticket.',
        other: 'Ihre Bestellung ist abgeschlossen. Hier sind Ihre # Tickets.',
      }),
    nobodyComes: 'Danke für die Nachricht, dass Sie nicht kommen.',
    passedOn:
      'Ihre Bestellung ist abgeschlossen. Alle Tickets wurden weitergegeben; auf der Seite Ihrer Bestellung steht, bei wem sie sind.',
  },
  issued: {
    subject: what => `Ihr Ticket: ${what}`,
    intro: (buyer, count) =>
      counted('de', count, {
        one: `${buyer} hat ein Ticket für Sie bestellt.`,
        other: `${buyer} hat # Tickets für Sie bestellt.`,
      }),
  },
  pending: {
    subject: order => `Bestellung ${order}: Ihre Zahlung ist noch nicht abgeschlossen`,
    intro:
      'Ihre Zahlung ist noch nicht eingegangen. Sobald sie da ist, bekommen Sie Ihre Tickets per E-Mail. Wenn Ihre Bank Sie um eine Bestätigung bittet, bestätigen Sie die Zahlung bitte.',
  },
  failed: {
    subject: order => `Bestellung ${order} wurde nicht abgeschlossen`,
    unpaid:
      'Ihre Zahlung ist nicht zustande gekommen. Es wurde nichts abgebucht, und die Plätze sind wieder frei.',
    paid: 'Als Ihre Zahlung einging, waren die Plätze nicht mehr verfügbar. Sie bekommen Ihr Geld vollständig zurück.',
    paidInVain:
      'Mit Ihrer Zahlung ließ sich die Bestellung nicht abschließen. Sie bekommen Ihr Geld vollständig zurück.',
    again: 'Tickets neu wählen',
  },
  refund: {
    subject: order => `Bestellung ${order}: Ihre Erstattung`,
    money: amount =>
      `${amount} wurden Ihnen erstattet. Es kann einige Tage dauern, bis Ihre Bank den Betrag anzeigt.`,
    byHand: amount => `${amount} wurden Ihnen zurückgegeben.`,
    places: 'Plätze Ihrer Bestellung wurden zurückgegeben.',
    left: count =>
      counted('de', count, {
        one: 'Ein Ticket der Bestellung ist weiterhin gültig.',
        other: '# Tickets der Bestellung sind weiterhin gültig.',
      }),
    none: 'Keines der Tickets der Bestellung ist noch gültig.',
  },
  links: {
    subject: site => `Ihre Bestellungen und Tickets bei ${site}`,
    intro:
      'Sie haben um die Links zu Ihren Bestellungen und Tickets gebeten. Wer einen Link hat, sieht die Bestellung oder das Ticket.',
    unasked: 'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.',
  },
  transferred: {
    subject: what => `Ihr Ticket: ${what}`,
    intro: 'Ein Ticket wurde an Sie weitergegeben. Nur der Code in dieser E-Mail ist gültig.',
    open: 'Ticket ansehen oder weitergeben',
    formerSubject: what => `Ihr Ticket wurde weitergegeben: ${what}`,
    former:
      'Ihr Ticket wurde an jemand anderen weitergegeben. Ihr bisheriger Code ist nicht mehr gültig. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an den Veranstalter.',
  },
  returned: {
    subject: what => `Ihr Ticket wurde zurückgegeben: ${what}`,
    intro: count =>
      counted('de', count, {
        one: 'Ein Ticket, das für Sie bestellt wurde, wurde zurückgegeben. Sein Code ist nicht mehr gültig. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an die Person, die es bestellt hat, oder an den Veranstalter.',
        other:
          '# Tickets, die für Sie bestellt wurden, wurden zurückgegeben. Ihre Codes sind nicht mehr gültig. Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an die Person, die sie bestellt hat, oder an den Veranstalter.',
      }),
  },
  change: {
    subject: what => `Geändert: ${what}`,
    intro:
      'An einer Veranstaltung, für die Sie Tickets haben, hat sich etwas geändert. Ihre Tickets bleiben gültig.',
    takesPlace: 'Die Veranstaltung findet doch statt. Ihre Tickets sind gültig.',
    was: 'Bisher',
    now: 'Jetzt',
    nowhere: 'Kein Ort',
    cancelledSubject: what => `Abgesagt: ${what}`,
    cancelled:
      'Die Veranstaltung, für die Sie Tickets haben, ist abgesagt. Ihre Tickets sind nicht mehr gültig. Wenn Sie dafür bezahlt haben, informiert der Veranstalter Sie über Ihr Geld.',
    postponedSubject: what => `Verschoben: ${what}`,
    postponed:
      'Die Veranstaltung, für die Sie Tickets haben, ist verschoben. Ihre Tickets bleiben gültig; Sie bekommen eine E-Mail, sobald der neue Termin feststeht.',
    postponedTo:
      'Die Veranstaltung, für die Sie Tickets haben, ist auf einen anderen Termin verschoben. Ihre Tickets bleiben gültig.',
    reason: 'Grund',
  },
  reminder: {
    subject: what => `Bald: ${what}`,
    intro: 'Die Veranstaltung, für die Sie Tickets haben, beginnt bald.',
    end: 'Keine Erinnerungen mehr an diese Veranstaltung',
  },
  account: {
    footer: site => `Diese E-Mail kommt von ${site}, wegen Ihres Kontos dort.`,
    login: 'Anmeldename',
    reset: {
      subject: site => `Neues Passwort für ${site}`,
      intro: site => `Jemand hat um ein neues Passwort für Ihr Konto bei ${site} gebeten.`,
      link: 'Neues Passwort wählen',
      once: 'Der Link gilt einmal, eine Stunde lang. Wenn Sie mehrere solche E-Mails haben, zählt die neueste.',
      unasked:
        'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    },
    confirm: {
      subject: site => `Bitte bestätigen Sie, dass Sie es sind: ${site}`,
      intro: site =>
        `Jemand ist mit Ihrem Konto bei ${site} angemeldet und möchte dort etwas Wichtiges ändern.`,
      link: 'Erneut anmelden',
      once: 'Der Link gilt einmal, fünfzehn Minuten lang. In dem Browser, in dem Sie ihn öffnen, können Sie danach weitermachen.',
      unasked:
        'Wenn Sie das nicht waren, beenden Sie alle Anmeldungen Ihres Kontos und geben Sie der Verwaltung Bescheid.',
    },
    invited: {
      subject: site => `Ihr Konto bei ${site}`,
      intro: site =>
        `Für Sie wurde ein Konto bei ${site} angelegt. Wählen Sie ein Passwort, um sich anzumelden.`,
      link: 'Passwort wählen',
      once: 'Der Link gilt einmal, sieben Tage lang. Danach:',
      later: 'Einen neuen Link zuschicken lassen',
    },
  },
  test: {
    subject: site => `Testnachricht von ${site}`,
    intro:
      'Diese E-Mail hat denselben Weg genommen wie alle anderen. Wenn Sie sie lesen, funktioniert der Versand.',
  },
}
