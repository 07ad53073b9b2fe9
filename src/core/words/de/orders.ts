import type { orders as english } from '../en/orders.ts'

export const orders: Readonly<Record<keyof typeof english, string>> = {
  'order.title': 'Bestellung {id}',
  'order.heading': 'Ihre Bestellung',
  'order.going': 'Sie sind dabei: {event}',
  'order.sandbox': 'Testbetrieb: es ist kein Geld geflossen.',
  'order.payNow': 'Jetzt zahlen',
  'order.tickets': 'Ihre Tickets',
  'order.pdf': 'Alle Tickets als PDF',
  'order.pdfPart': 'Tickets {from} bis {to} als PDF',
  'order.calendar': 'In den Kalender eintragen',
  'order.calendarFile': 'Kalenderdatei',
  'ticket.pdf': 'Ticket als PDF',
  'order.keep':
    'Bewahren Sie die Adresse dieser Seite auf: sie öffnet Ihre Tickets auf jedem Gerät und ist nur für Sie.',
  'order.event': 'Veranstaltung',
  'order.when': 'Beginn',
  'order.doors': 'Einlass',
  'order.place': 'Ort',
  'order.toEvent': 'Über {event}',
  'order.chooseAgain': 'Tickets wählen für {event}',
  'order.sums': 'Was es gekostet hat',
  'order.line': '{quantity} × {name}',
  'order.allBack': 'zurückgegeben',
  'order.someBack': '{count} davon zurückgegeben',
  'order.givenBack': 'Zurückgegeben',
  'order.kept': 'Verbleibt',
  'order.boughtBy': 'Gekauft von {name}, {email}.',
  'order.termsAccepted': 'Akzeptierte Verkaufsbedingungen: {version}.',
  'order.refunds': 'Erstattungen',
  'order.created': 'Diese Bestellung ist noch nicht bezahlt.',
  'order.createdText':
    'Ihre Plätze sind nur kurz reserviert: gehen Sie dorthin zurück, wo Sie gezahlt haben, oder wählen Sie Ihre Tickets neu.',
  'order.action':
    'Ihre Bank möchte, dass Sie die Zahlung bestätigen: gehen Sie dorthin zurück, wo Sie gezahlt haben, und bestätigen Sie sie.',
  'order.pending': 'Die Zahlung wird bearbeitet.',
  'order.waiting': 'Sobald die Zahlung eingegangen ist, zeigt diese Seite Ihre Tickets.',
  'order.paid': 'Diese Bestellung ist bezahlt.',
  'order.complete': 'Diese Bestellung ist abgeschlossen.',
  'order.show': 'Zeigen Sie die Tickets unten am Eingang.',
  'order.calledOff': 'Ihre Tickets gewähren keinen Einlass, weil die Veranstaltung abgesagt ist.',
  'order.partly': 'Ein Teil dieser Bestellung wurde zurückgegeben.',
  'order.partlyText': 'Die Tickets unten sind gültig; zeigen Sie sie am Eingang.',
  'order.disputed': 'Ihre Bank hat Rückfragen zur Zahlung dieser Bestellung.',
  'order.disputedText':
    'Bis das geklärt ist, gewähren ihre Tickets keinen Einlass; fragen Sie den Veranstalter, wenn Sie das nicht erwartet haben.',
  'order.refunded': 'Diese Bestellung wurde zurückgegeben.',
  'order.cancelledFree': 'Diese Bestellung wurde storniert.',
  'order.invalid': 'Ihre Tickets sind nicht mehr gültig.',
  'order.reversed': 'Ihre Bank hat die Zahlung dieser Bestellung zurückgeholt.',
  'order.denied': 'Die Zahlung wurde abgelehnt.',
  'order.notCompleted': 'Diese Bestellung wurde nicht abgeschlossen.',
  'order.voided': 'Diese Bestellung wurde storniert.',
  'order.nothingCharged': 'Es wurde nichts abgebucht, und ihre Plätze sind wieder frei.',
  'order.paidTooLate':
    'Ihre Plätze waren nicht mehr verfügbar; was Sie gezahlt haben, geht an Sie zurück.',
  'order.paidInVain':
    'Mit Ihrer Zahlung ließ sich diese Bestellung nicht abschließen; was Sie gezahlt haben, geht an Sie zurück.',
  'refund.reserved': 'wird erstattet.',
  'refund.sent': 'ist auf dem Weg zu Ihnen.',
  'refund.done': 'wurde erstattet.',
  'refund.failed': 'konnte nicht erstattet werden; fragen Sie den Veranstalter.',
  'ticket.title': 'Ticket für {event}',
  'ticket.valid': 'Gültig',
  'ticket.invalid': 'Nicht gültig',
  'ticket.used': 'Eingelassen um {time}',
  'ticket.usedOn': 'Eingelassen am {day} um {time}',
  'ticket.notComing': 'Kommt nicht',
  'ticket.admitsNobody': 'Dieses Ticket gewährt zurzeit keinen Einlass.',
  'ticket.codeOf': 'Code des Tickets von {name}',
  'ticket.open': 'Ticket von {name} öffnen',
  'ticket.nth': 'Ticket {number} von {count}',
  'ticket.holder': 'Inhaber',
  'ticket.kind': 'Ticket',
  'ticket.number': 'Nummer',
  'ticket.doorCode': 'Code zum Eintippen am Eingang',
  'ticket.eventCancelled': 'Diese Veranstaltung ist abgesagt.',
  'ticket.eventPostponed': 'Diese Veranstaltung ist verschoben.',
  'holder.change': 'Weitergeben',
  'holder.text':
    'Mit einer anderen E-Mail-Adresse bekommt das Ticket einen neuen Code; der jetzige gewährt dann keinen Einlass mehr.',
  'holder.save': 'Inhaber ändern',
  'holder.tooLate':
    'Der Inhaber dieses Tickets kann nicht mehr geändert werden. Fragen Sie den Veranstalter.',
  'giveBack.title': 'Diese Plätze zurückgeben',
  'giveBack.text':
    '{count, plural, one {Der Platz wird} other {Alle # Plätze werden}} dann für andere frei, und die Tickets oben gelten nicht mehr. Das lässt sich nicht rückgängig machen.',
  'giveBack.unusedText':
    '{count, plural, one {Der Platz, mit dem noch niemand hereingekommen ist, ist} other {Die # Plätze, mit denen noch niemand hereingekommen ist, sind}} dann für andere frei, und ihre Tickets gelten nicht mehr. Das lässt sich nicht rückgängig machen.',
  'giveBack.button': 'Zurückgeben',
  'giveBack.tooLate':
    'Diese Plätze können hier nicht mehr zurückgegeben werden. Fragen Sie den Veranstalter.',
  'mails.unsent': 'Zu dieser Bestellung haben wir Ihnen keine E-Mail geschickt',
  'mails.unsentText':
    'Damit niemand in unserem Namen unerwünschte E-Mails verschickt, gehen an eine Adresse und aus einem Netz nur begrenzt viele E-Mails zu kostenlosen Bestellungen. Alles Nötige steht auf dieser Seite; bewahren Sie ihre Adresse auf.',
  'mails.waiting':
    '{count, plural, one {Ein Gast hat noch keine E-Mail bekommen} other {# Gäste haben noch keine E-Mail bekommen}}',
  'mails.waitingText':
    'Damit niemand in unserem Namen unerwünschte E-Mails verschickt, gehen an Gäste höchstens 100 E-Mails pro Stunde und an jeden von ihnen drei am Tag. Die übrigen können Sie hier verschicken.',
  'mails.send': 'E-Mails senden',
  'mails.later':
    'Im Moment können keine weiteren E-Mails verschickt werden. Versuchen Sie es später noch einmal.',
  'done.mails': 'Die E-Mails sind unterwegs.',
  'find.title': 'Tickets wiederfinden',
  'find.ordered': 'Dieser Warenkorb wurde schon bestellt',
  'find.orderedText':
    'Haben Sie selbst bestellt, lassen Sie sich hier die Links Ihrer Tickets schicken. Hat Ihnen jemand den Link geschickt, dann hat er selbst oder jemand anderes mit dem Link bestellt: Für Sie wurde nichts bestellt oder bezahlt. Wählen Sie dann Ihre Tickets neu aus.',
  'find.text':
    'Geben Sie die Adresse ein, mit der Sie bestellt haben oder an die Ihr Ticket ging. Die Links werden an sie geschickt.',
  'find.button': 'Links zuschicken',
  'find.done':
    'Wenn es Bestellungen oder Tickets zu dieser Adresse gibt, ist eine Mail mit ihren Links unterwegs.',
  'find.doneText':
    'Es dauert einige Minuten; sehen Sie auch im Spam-Ordner nach. Eine Adresse bekommt höchstens einmal in der Stunde eine solche Mail.',
  'find.noMail':
    'Diese Seite verschickt zurzeit keine Mails. Fragen Sie den Veranstalter nach Ihren Tickets.',
  'find.lost': 'Dieser Link öffnet keine Bestellung',
  'find.lostText':
    'Vielleicht fehlt ein Teil davon. Öffnen Sie ihn noch einmal aus Ihrer Mail, oder lassen Sie sich Ihre Links neu schicken.',
  'giveBack.place': 'Diesen Platz zurückgeben',
  'giveBack.placeText':
    'Der Platz von {name} wird dann für andere frei, und dieses Ticket gilt nicht mehr. Das lässt sich nicht rückgängig machen.',
  'order.allPassedOn':
    'Alle ihre Tickets sind jetzt bei jemand anderem und gelten für die neuen Inhaber.',
  'passed.with': 'Seit {day} bei {name}',
  'passed.on': 'Seit {day} bei jemand anderem',
  'passed.pill': 'Weitergegeben',
  'passed.text':
    'Der Code wurde dem neuen Inhaber gemailt. Nur er kann das Ticket weitergeben oder zurückgeben.',
  'passed.title': 'Dieses Ticket wurde weitergegeben',
  'passed.oldLink':
    'Das war am {day}. Seitdem gelten dieser Link und sein Code nicht mehr; der neue Inhaber hat einen neuen Code. Wenn das Ticket jetzt Ihnen gehört, lassen Sie sich den Link schicken.',
  'returned.title': 'Dieses Ticket wurde zurückgegeben',
  'returned.oldLink':
    'Das war am {day}. Sein Code gewährt keinen Einlass mehr. Die Links Ihrer anderen Tickets können Sie sich schicken lassen.',
  'sent.label': 'Ihre E-Mail',
  'sent.sent': 'Ihre Tickets haben wir an {email} geschickt.',
  'sent.onWay': 'Ihre Tickets sind unterwegs an {email}.',
  'sent.trying':
    'Noch nicht verschickt: Der Mailserver von {email} hat die E-Mail nicht angenommen. Wir versuchen es weiter.',
  'sent.kept': 'Diese Seite verschickt zurzeit keine E-Mails; an {email} ging nichts.',
  'sent.failed': 'Die E-Mail an {email} ist nicht angekommen. Stimmt die Adresse?',
  'sent.allHere': 'Ihre Tickets stehen auch auf dieser Seite; bewahren Sie ihre Adresse auf.',
  'sent.again': 'Noch einmal senden',
  'sent.change': 'Falsche Adresse?',
  'sent.suggest': 'Meinten Sie {email}?',
  'sent.changeText':
    'Ihre Tickets gehen an die neue Adresse. Ist schon eine E-Mail an {email} gegangen, verlieren ihre Codes und ihr Link zu dieser Seite die Gültigkeit, und wir teilen es dieser Adresse mit.',
  'sent.changeButton': 'Adresse ändern',
  'sent.tooLate': 'Die Adresse kann hier nicht mehr geändert werden. Fragen Sie den Veranstalter.',
  'done.resent': 'Die E-Mail ist noch einmal unterwegs.',
  'done.address': 'Die Adresse ist geändert, und Ihre Tickets sind dorthin unterwegs.',
  'receipt.title': 'Quittung',
  'receipt.paid': 'Bezahlt am',
  'receipt.way': 'Zahlung',
  'receipt.tax': 'Enthält {name} {percent} %: {tax} (netto {net})',
  'receipt.to': 'Bezahlt an',
  'receipt.by': 'Bezahlt von',
  'receipt.sandbox': 'Testbetrieb: es ist kein Geld geflossen',
  'receipt.desk': 'An der Kasse',
  'receipt.print': 'Drucken',
  'receipt.back': 'Zurück zur Bestellung',
}
