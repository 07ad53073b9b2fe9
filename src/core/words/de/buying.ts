import type { buying as english } from '../en/buying.ts'

export const buying: Readonly<Record<keyof typeof english, string>> = {
  'buy.tickets': 'Tickets',
  'buy.choose': 'Tickets wählen',
  'buy.heldFor':
    '{minutes, plural, one {Eine Minute} other {# Minuten}} für Sie reserviert. Kein Konto nötig.',
  'buy.sandbox': 'Testbetrieb: Zahlungen sind simuliert, es fließt kein Geld.',
  'buy.password': 'Passwort dieser Veranstaltung',
  'buy.insteadOf': 'statt',
  'buy.feesIncluded': 'inkl. Gebühren',
  'buy.until': 'bis {day}',
  'buy.atLeast': 'mindestens {least}',
  'buy.left': 'noch {count}',
  'buy.soon': 'Bald',
  'buy.notNow': 'Nicht verfügbar',
  'buy.untilEnd': 'im Verkauf bis zum Ende der Veranstaltung',
  'buy.opensAt': 'Verkauf ab {time} ({zone})',
  'buy.over': 'Der Verkauf ist beendet',
  'buy.soldOut': 'Ausverkauft',
  'buy.closed': 'Zurzeit nicht im Verkauf',
  'buy.inCarts': 'Zurzeit ausverkauft: die letzten Plätze liegen in anderen Warenkörben',
  'buy.inCartsUntil':
    'Zurzeit ausverkauft: die letzten Plätze liegen in anderen Warenkörben; der nächste kann um {time} frei werden',
  'buy.choiceTitle': 'Tickets für {event}',
  'buy.backToEvent': 'Zurück zur Veranstaltung',
  'checkout.title': 'Ihre Bestellung',
  'checkout.titleWithProblems': 'Problem: {title}',
  'checkout.empty': 'Ihr Warenkorb ist leer',
  'checkout.emptyText':
    'Ein Warenkorb bleibt einen Tag lang erhalten, solange Ihr Browser seine Cookies behält.',
  'checkout.linkGone':
    'Der Warenkorb dieses Links ist nicht mehr da: Ein Tag ist vergangen, oder ein anderer Browser hat ihn mit dem Link übernommen. Für Sie wurde nichts bestellt. Wählen Sie Ihre Tickets neu aus.',
  'checkout.steps': 'Schritte Ihrer Bestellung',
  'checkout.stepTickets': 'Tickets',
  'checkout.stepDetails': 'Ihre Angaben',
  'checkout.stepPayment': 'Zahlung',
  'checkout.change': 'Ändern',
  'checkout.addMore': 'Weitere Tickets',
  'checkout.sandboxText': 'Bestellungen, die hier bezahlt werden, sind zum Ausprobieren.',
  'checkout.goneTitle': 'Diese Tickets sind nicht mehr verfügbar:',
  'checkout.takeOut': 'Entfernen',
  'checkout.update': 'Warenkorb aktualisieren',
  'checkout.coupon': 'Gutschein',
  'checkout.apply': 'Einlösen',
  'checkout.couponOn': 'Gutschein {code} ist eingelöst.',
  'checkout.couponLost': 'Gutschein {code} gilt nicht mehr. Entfernen Sie ihn, um fortzufahren.',
  'checkout.remove': 'Entfernen',
  'checkout.tickets': 'Tickets inkl. Gebühren',
  'checkout.couponLine': 'Gutschein {code}',
  'checkout.total': 'Gesamtbetrag',
  'checkout.feesIncluded': 'Darin sind Gebühren von {amount} enthalten.',
  'checkout.quantityOf': 'Anzahl',
  'checkout.notComing': '{count, plural, one {Ein Gast kommt nicht} other {# Gäste kommen nicht}}',
  'checkout.who': 'Wer bestellt?',
  'checkout.whoText': 'Die Bestellung läuft auf diesen Namen und diese Adresse.',
  'checkout.name': 'Vor- und Nachname',
  'checkout.email': 'E-Mail',
  'checkout.guests': 'Wer kommt?',
  'checkout.guestsText': 'Tickets ohne Namen werden auf Ihren Namen ausgestellt.',
  'checkout.guestsDemanded': 'Der Veranstalter benötigt Name und E-Mail-Adresse jedes Gasts.',
  'checkout.guest': 'Ticket {number}: {ticket}',
  'checkout.copy': 'Meine Angaben für alle übernehmen',
  'checkout.confirm': 'Bestellung bestätigen',
  'checkout.way': 'Wie möchten Sie zahlen?',
  'checkout.byCard': 'Karte',
  'checkout.byWallet': 'PayPal',
  'checkout.terms': 'Ich akzeptiere die Verkaufsbedingungen.',
  'checkout.termsRead': 'Bedingungen lesen',
  'checkout.orderFree': 'Bestellen',
  'checkout.orderAndPay': 'Zahlungspflichtig bestellen',
  'checkout.freeText': 'Es ist nichts zu zahlen. Ihre Tickets erscheinen sofort.',
  'checkout.paidText': 'Sie zahlen {amount} auf der nächsten Seite.',
  'hold.until': 'Für Sie reserviert bis {time}',
  'hold.minutes':
    '{count, plural, =0 {weniger als eine Minute} one {noch eine Minute} other {noch # Minuten}}',
  'hold.left': 'noch {time}',
  'hold.soon': 'Weniger als eine Minute: verlängern Sie die Zeit, oder bestellen Sie jetzt.',
  'hold.soonLast': 'Weniger als eine Minute: bestellen Sie jetzt.',
  'hold.extend': 'Mehr Zeit',
  'hold.extendTimes': '{count, plural, one {noch einmal möglich} other {# Mal möglich}}',
  'hold.close': 'Schließen',
  'hold.over': 'Die Zeit ist abgelaufen: diese Plätze sind nicht mehr für Sie reserviert.',
  'hold.overText':
    'Ihre Angaben sind noch da. Wenn die Plätze noch frei sind, können Sie sie wieder reservieren.',
  'hold.again': 'Wieder reservieren',
  'done.save': 'Ihr Warenkorb ist auf dem neuesten Stand.',
  'done.coupon': 'Der Gutschein ist eingelöst.',
  'done.uncoupon': 'Der Gutschein ist entfernt.',
  'done.extend': 'Sie haben jetzt mehr Zeit.',
  'done.again': 'Die Plätze sind wieder für Sie reserviert.',
  'done.copy': 'Ihre Angaben stehen jetzt bei jedem Ticket ohne Namen.',
  'done.holder': 'Das Ticket hat einen neuen Inhaber.',
  'done.giveBack': 'Sie haben Ihre Plätze zurückgegeben.',
  'problem.quantity': 'Eine Anzahl muss eine ganze Zahl sein.',
  'problem.nothing': 'Wählen Sie, wie viele Tickets Sie möchten.',
  'problem.name': 'Geben Sie Ihren Namen ein.',
  'problem.guestName': 'Geben Sie den Namen dieses Gasts ein.',
  'problem.email': 'Geben Sie eine E-Mail-Adresse wie bo@example.org ein.',
  'problem.terms': 'Akzeptieren Sie die Verkaufsbedingungen, um zu bestellen.',
  'refusal.gone': 'Diese Tickets werden hier nicht mehr verkauft.',
  'refusal.password': 'Das Passwort stimmt nicht; es wurden keine Tickets reserviert.',
  'refusal.quantity':
    'So lassen sich diese Tickets nicht bestellen. Prüfen Sie Anzahl und Verkaufszeiten.',
  'refusal.onlyLeft': 'Von „{name}“ können Sie höchstens {count} nehmen.',
  'refusal.soldOut':
    '„{name}“ ist ausverkauft. Wählen Sie etwas anderes oder schauen Sie später wieder: Plätze in anderen Warenkörben können frei werden.',
  'refusal.tooManyHolds':
    'Aus Ihrem Netz sind zurzeit zu viele Plätze reserviert. Schließen Sie zuerst einen anderen Warenkorb ab oder leeren Sie ihn.',
  'refusal.tooOften':
    'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann wieder.',
  'refusal.busy':
    'In diesem Moment kaufen sehr viele. Es wurde nichts geändert; drücken Sie den Knopf noch einmal.',
  'refusal.couponHeld':
    'Andere Warenkörbe aus Ihrem Netz halten gerade den Gutschein {code}. Versuchen Sie es in ein paar Minuten erneut, oder bestellen Sie ohne ihn.',
  'refusal.coupon':
    'Dieser Gutschein gilt hier nicht. Prüfen Sie die Schreibweise, oder bestellen Sie ohne ihn.',
  'refusal.takenOut':
    'Diese Tickets werden nicht mehr verkauft und sind nicht mehr in Ihrem Warenkorb: {names}. Es wurde nichts bestellt.',
  'refusal.totalChanged':
    'Der Gesamtbetrag hat sich geändert. Es wurde nichts bestellt: prüfen Sie den neuen Betrag und bestellen Sie dann.',
  'refusal.ticketsChanged':
    'Ihr Warenkorb hat sich geändert, seit Sie diese Seite geöffnet haben. Es wurde nichts bestellt: Sehen Sie ihn noch einmal durch, bevor Sie weitermachen.',
  'refusal.names':
    'Der Veranstalter verlangt Namen und Adresse jedes Gasts. Geben Sie sie unten ein.',
  'refusal.tooLarge':
    'Dieser Warenkorb kostet mehr, als auf einmal abgebucht werden kann. Nehmen Sie etwas heraus.',
  'refusal.underWay':
    'Eine Zahlung für diesen Warenkorb läuft. Warten Sie einen Moment und laden Sie diese Seite dann neu.',
  'refusal.providerAway':
    'Der Zahlungsanbieter antwortet nicht. Versuchen Sie es gleich noch einmal: Es wird nichts doppelt abgebucht.',
  'refusal.noPayments':
    'Hier werden zurzeit keine Zahlungen angenommen; dieser Warenkorb kann nicht bestellt werden. Fragen Sie den Veranstalter.',
  'refusal.notTaken':
    'Der Zahlungsanbieter hat diese Zahlung nicht angenommen. Es wurde nichts abgebucht; wählen Sie eine andere Zahlungsart oder fragen Sie den Veranstalter.',
  'refusal.otherBasket':
    'Dieses Formular gehört zu einem anderen Warenkorb. Es wurde nichts geändert; dies ist jetzt Ihr Warenkorb.',
  'refusal.noMoreTime':
    'Sie haben die Zeit schon zweimal verlängert. Bestellen Sie, bevor sie abläuft.',
  'pay.title': 'Zahlung',
  'pay.order': 'Bestellung {id}',
  'pay.for': 'Für',
  'pay.totalChanged':
    'Der Gesamtbetrag hat sich geändert, seit diese Seite geöffnet wurde. Sehen Sie sich den neuen Betrag an und zahlen Sie dann.',
  'pay.declined': 'Die Zahlung wurde abgelehnt.',
  'pay.nothingCharged':
    'Es wurde nichts abgebucht, und Ihre Plätze sind noch reserviert. Versuchen Sie es noch einmal, oder gehen Sie zurück.',
  'pay.nothingChargedOnly':
    'Es wurde nichts abgebucht. Versuchen Sie es noch einmal, oder gehen Sie zurück.',
  'pay.overText':
    'In Ihrer Bestellung können Sie sie wieder reservieren, wenn sie noch frei sind. Eine Zahlung ohne Plätze wird erstattet.',
  'pay.otherWay': 'Zurück zur Bestellung, oder anders zahlen',
  'pay.back': 'Zurück zur Bestellung',
  'pay.wallet': 'Mit PayPal zahlen',
  'pay.walletText':
    'Sie stimmen der Zahlung dort zu und kommen hierher zurück. Vorher wird nichts abgebucht.',
  'pay.toWallet': 'Weiter zu PayPal',
  'pay.toWalletInstead': 'Stattdessen die Seite von PayPal öffnen',
  'pay.walletFailed':
    'PayPal konnte die Zahlung nicht öffnen. Versuchen Sie es noch einmal, oder nehmen Sie die Seite von PayPal.',
  'pay.walletClosed':
    'PayPal wurde geschlossen, bevor Sie der Zahlung zugestimmt haben. Es wurde nichts abgebucht.',
  'pay.now': 'Jetzt zahlen',
  'pay.sandboxText': 'Wählen Sie das Ergebnis, das simuliert werden soll.',
  'pay.succeed': 'Simulieren: die Zahlung gelingt',
  'pay.decline': 'Simulieren: die Karte wird abgelehnt',
  'pay.action': 'Simulieren: die Bank verlangt eine Bestätigung',
  'pay.delay': 'Simulieren: die Zahlung dauert eine Weile',
  'pay.card': 'Mit Karte zahlen',
  'pay.cardText': 'Ihre Karte geht direkt an den Zahlungsdienst Stripe. Wir sehen ihre Nummer nie.',
  'pay.failed':
    'Die Zahlung ist fehlgeschlagen. Es wurde nichts abgebucht; versuchen Sie es noch einmal.',
  'pay.blocked':
    'Das Kartenformular konnte nicht geladen werden, vielleicht weil js.stripe.com blockiert wird. Es wurde nichts abgebucht. Erlauben Sie es und laden Sie diese Seite neu, oder zahlen Sie anders.',
  'pay.needsScript': 'Für die Kartenzahlung ist JavaScript nötig.',
  'pay.needsScriptText':
    'Das Kartenformular kommt vom Zahlungsdienst und braucht Skripte. Erlauben Sie Skripte auf dieser Seite, oder gehen Sie zurück und zahlen Sie anders.',
  'pay.loading': 'Das Kartenformular wird geladen …',
  'pay.working': 'Einen Moment …',
  'decline.funds': 'Auf dem Konto ist nicht genug Geld.',
  'decline.expired': 'Die Karte ist abgelaufen.',
  'decline.digits': 'Eine Nummer der Karte stimmt nicht.',
  'decline.unconfirmed': 'Ihre Bank hat Ihre Bestätigung nicht erhalten.',
  'decline.limit': 'Die Karte hat ihr Limit vorerst erreicht.',
  'decline.unsupported': 'Mit dieser Karte ist diese Zahlung nicht möglich.',
  'decline.later': 'Ihre Bank war nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'decline.wallet':
    'PayPal konnte nicht abbuchen, was Sie dort gewählt haben. Wählen Sie bei PayPal eine andere Karte oder ein anderes Konto.',
  'decline.other':
    'Ihre Bank nennt keinen Grund. Nehmen Sie eine andere Karte, oder fragen Sie Ihre Bank.',
  'buy.fewer': 'Eins weniger: {name}',
  'buy.sumOne': '1 Ticket · {sum}',
  'buy.sumMore': '{count} Tickets · {sum}',
  'buy.more': 'Eins mehr: {name}',
  'done.giveBackPlace': 'Sie haben den Platz zurückgegeben.',
  'embed.tickets': 'Tickets kaufen',
  'checkout.codeOver':
    'Diese Auswahl wurde schon übernommen oder ist älter als zwei Minuten. Wählen Sie Ihre Tickets noch einmal.',
  'checkout.missing': 'Es fehlt noch: {fields}',
  'checkout.missingGuests': 'Angaben der Gäste',
  'checkout.missingTerms': 'Verkaufsbedingungen',
  'hold.soonPay': 'Weniger als eine Minute: jetzt zahlen.',
  'pay.confirmTitle': 'Ihre Bank möchte, dass Sie diese Zahlung bestätigen.',
  'pay.confirmText': 'Bei einer echten Karte öffnet sich hier die Seite oder App Ihrer Bank.',
  'pay.confirm': 'Simulieren: bei der Bank bestätigen',
  'pay.refuse': 'Simulieren: bei der Bank ablehnen',
}
