import type { orders as english } from '../en/orders.ts'

export const orders: Readonly<Record<keyof typeof english, string>> = {
  'order.title': 'Bestilling {id}',
  'order.heading': 'Din bestilling',
  'order.going': 'Du skal på {event}',
  'order.sandbox': 'Testmodus: ingen penger ble flyttet.',
  'order.payNow': 'Betal nå',
  'order.tickets': 'Billettene dine',
  'order.pdf': 'Alle billetter som PDF',
  'order.pdfPart': 'Billett {from} til {to} som PDF',
  'order.calendar': 'Legg til i kalenderen',
  'order.calendarFile': 'Kalenderfil',
  'ticket.pdf': 'Billett som PDF',
  'order.keep':
    'Ta vare på adressen til denne siden: den åpner billettene dine på alle enheter, og er bare for deg.',
  'order.event': 'Arrangement',
  'order.when': 'Starter',
  'order.place': 'Sted',
  'order.toEvent': 'Om {event}',
  'order.chooseAgain': 'Velg billetter til {event}',
  'order.sums': 'Hva det kostet',
  'order.line': '{quantity} × {name}',
  'order.allBack': 'gitt tilbake',
  'order.someBack': '{count} av dem gitt tilbake',
  'order.givenBack': 'Gitt tilbake',
  'order.kept': 'Igjen',
  'order.boughtBy': 'Kjøpt av {name}, {email}.',
  'order.termsAccepted': 'Godtatte salgsvilkår: {version}.',
  'order.refunds': 'Refusjoner',
  'order.created': 'Bestillingen er ikke betalt ennå.',
  'order.createdText':
    'Plassene holdes av bare en kort stund: gå tilbake dit du betalte, eller velg billettene på nytt.',
  'order.action':
    'Banken vil at du bekrefter betalingen: gå tilbake dit du betalte, og bekreft den.',
  'order.pending': 'Betalingen behandles.',
  'order.waiting': 'Så snart betalingen er kommet, viser denne siden billettene dine.',
  'order.paid': 'Bestillingen er betalt.',
  'order.complete': 'Bestillingen er fullført.',
  'order.show': 'Vis billettene nedenfor ved inngangen.',
  'order.calledOff': 'Billettene slipper ingen inn, fordi arrangementet er avlyst.',
  'order.partly': 'En del av bestillingen er gitt tilbake.',
  'order.partlyText': 'Billettene nedenfor er gyldige; vis dem ved inngangen.',
  'order.disputed': 'Banken din spør om betalingen av denne bestillingen.',
  'order.disputedText':
    'Inntil det er avklart, slipper billettene ingen inn; spør arrangøren hvis du ikke ventet dette.',
  'order.refunded': 'Bestillingen er gitt tilbake.',
  'order.cancelledFree': 'Bestillingen er avbestilt.',
  'order.invalid': 'Billettene er ikke lenger gyldige.',
  'order.reversed': 'Banken din har trukket betalingen for bestillingen tilbake.',
  'order.denied': 'Betalingen ble avvist.',
  'order.notCompleted': 'Bestillingen ble ikke fullført.',
  'order.voided': 'Bestillingen er avbestilt.',
  'order.nothingCharged': 'Ingenting ble belastet, og plassene er ledige igjen.',
  'order.paidTooLate': 'Plassene var ikke lenger ledige, så det du betalte, går tilbake til deg.',
  'order.paidInVain':
    'Betalingen fullførte ikke denne bestillingen, så det du betalte, går tilbake til deg.',
  'refund.reserved': 'er under refusjon.',
  'refund.sent': 'er på vei tilbake.',
  'refund.done': 'er refundert.',
  'refund.failed': 'kunne ikke refunderes; spør arrangøren.',
  'ticket.title': 'Billett til {event}',
  'ticket.valid': 'Gyldig',
  'ticket.invalid': 'Ikke gyldig',
  'ticket.used': 'Sjekket inn kl. {time}',
  'ticket.usedOn': 'Sjekket inn {day} kl. {time}',
  'ticket.notComing': 'Kommer ikke',
  'ticket.admitsNobody': 'Denne billetten slipper ingen inn akkurat nå.',
  'ticket.codeOf': 'Koden til billetten til {name}',
  'ticket.open': 'Åpne billetten til {name}',
  'ticket.holder': 'Innehaver',
  'ticket.kind': 'Billett',
  'ticket.number': 'Nummer',
  'ticket.eventCancelled': 'Arrangementet er avlyst.',
  'ticket.eventPostponed': 'Arrangementet er utsatt.',
  'holder.change': 'Gi til en annen',
  'holder.text':
    'Med en annen e-postadresse får billetten en ny kode, og koden som vises nå, slipper ingen inn lenger.',
  'holder.save': 'Endre innehaver',
  'holder.tooLate': 'Innehaveren av denne billetten kan ikke endres lenger. Spør arrangøren.',
  'giveBack.title': 'Gi disse plassene tilbake',
  'giveBack.text':
    '{count, plural, one {Plassen blir} other {Alle # plassene blir}} da ledige for andre, og billettene over gjelder ikke lenger. Dette kan ikke angres.',
  'giveBack.unusedText':
    '{count, plural, one {Plassen som ingen har kommet inn med, blir ledig} other {De # plassene som ingen har kommet inn med, blir ledige}} for andre, og billettene deres gjelder ikke lenger. Dette kan ikke angres.',
  'giveBack.button': 'Gi tilbake',
  'giveBack.tooLate': 'Disse plassene kan ikke gis tilbake her lenger. Spør arrangøren.',
  'mails.unsent': 'Vi har ikke sendt deg e-post om denne bestillingen',
  'mails.unsentText':
    'For at ingen skal sende uønsket e-post i vårt navn, sender vi bare et begrenset antall e-poster om gratis bestillinger til én adresse og fra ett nett. Alt står på denne siden, så ta vare på adressen til den.',
  'mails.waiting':
    '{count, plural, one {Én gjest har ikke fått e-post ennå} other {# gjester har ikke fått e-post ennå}}',
  'mails.waitingText':
    'For at ingen skal kunne sende uønsket e-post i vårt navn, sender vi høyst 100 e-poster i timen til gjester, og tre om dagen til hver av dem. Resten kan du sende herfra.',
  'mails.send': 'Send e-postene',
  'mails.later': 'Det kan ikke sendes flere e-poster akkurat nå. Prøv igjen senere.',
  'done.mails': 'E-postene er på vei.',
  'find.title': 'Finn billettene dine',
  'find.ordered': 'Denne handlekurven er allerede bestilt',
  'find.orderedText':
    'Har du bestilt den selv, får du lenkene til billettene tilsendt her. Har noen sendt deg lenken, er det de eller en annen med lenken som har bestilt: Ingenting ble bestilt eller betalt for deg. Velg da billettene på nytt.',
  'find.text':
    'Skriv inn adressen du bestilte med, eller som billetten din ble sendt til. Lenkene sendes dit.',
  'find.button': 'Send lenkene mine',
  'find.done':
    'Hvis det finnes bestillinger eller billetter for denne adressen, er en e-post med lenkene på vei.',
  'find.doneText':
    'Det tar noen minutter; se også i søppelposten. En adresse får en slik e-post høyst én gang i timen.',
  'find.noMail':
    'Dette nettstedet sender ikke e-post for øyeblikket. Spør arrangøren om billettene dine.',
  'find.lost': 'Denne lenken åpner ingen bestilling',
  'find.lostText':
    'Kanskje mangler en del av den. Åpne den fra e-posten en gang til, eller få lenkene dine tilsendt på nytt.',
  'giveBack.place': 'Gi denne plassen tilbake',
  'giveBack.placeText':
    'Plassen til {name} blir da ledig for andre, og denne billetten gjelder ikke lenger. Dette kan ikke angres.',
  'order.allPassedOn': 'Alle billettene er nå hos noen andre, og gjelder for dem som har dem.',
  'passed.with': 'Hos {name} siden {day}',
  'passed.on': 'Hos noen andre siden {day}',
  'passed.pill': 'Gitt videre',
  'passed.text':
    'Koden er sendt til den nye innehaveren. Bare den nye innehaveren kan gi billetten videre eller tilbake.',
  'passed.title': 'Denne billetten er gitt videre',
  'passed.oldLink':
    'Det skjedde {day}. Lenken og koden gjelder ikke lenger; den nye innehaveren har en ny kode. Hvis billetten er din nå, kan du få lenken tilsendt.',
  'returned.title': 'Denne billetten er gitt tilbake',
  'returned.oldLink':
    'Det skjedde {day}, og koden slipper ingen inn lenger. Du kan få lenkene til de andre billettene dine tilsendt.',
}
