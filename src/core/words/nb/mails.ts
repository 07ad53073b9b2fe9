import type { mails as english } from '../en/mails.ts'

export const mails: Readonly<Record<keyof typeof english, string>> = {
  'mail.colon': ':',
  'mail.hello': 'Hei,',
  'mail.helloName': 'Hei {name},',
  'mail.footer': 'Denne e-posten er sendt av {site} på grunn av en bestilling eller en billett.',
  'mail.contact': 'Spørsmål? Svar på denne e-posten, så når du {organizer}.',
  'mail.doors': 'Dørene åpner',
  'mail.online': 'På nett',
  'mail.order': 'Bestilling',
  'mail.total': 'Sum',
  'mail.refunded': 'Refundert',
  'mail.yourTickets': 'Dine billetter',
  'mail.somebody': 'Noen',
  'mail.holder': 'Navn',
  'mail.code': 'Kode',
  'mail.qrOf': 'QR-koden til billetten til {holder}',
  'mail.showAtDoor': 'Vis QR-koden i inngangen, på papir eller på telefonen.',
  'mail.manyTickets': 'QR-kodene til billettene dine finner du i PDF-en som er lenket nedenfor.',
  'mail.asPdf': 'Billetter som PDF',
  'mail.seeOrder': 'Se bestillingen',
  'mail.seeEvent': 'Se arrangementet',
  'mail.events': '{count, plural, one {# arrangement} other {# arrangementer}}',
  'mail.confirmed.subject': 'Dine billetter: {event}',
  'mail.confirmed.intro':
    '{count, plural, one {Bestillingen er fullført. Her er billetten din.} other {Bestillingen er fullført. Her er de # billettene dine.}}',
  'mail.confirmed.nobodyComes': 'Takk for beskjeden om at du ikke kommer.',
  'mail.confirmed.passedOn':
    'Bestillingen er fullført. Alle billettene er gitt videre; på siden for bestillingen står det hvem som har dem.',
  'mail.issued.subject': 'Din billett: {event}',
  'mail.issued.intro':
    '{count, plural, one {{buyer} har bestilt en billett til deg.} other {{buyer} har bestilt # billetter til deg.}}',
  'mail.pending.subject': 'Bestilling {order}: Betalingen er ikke fullført ennå',
  'mail.pending.intro':
    'Betalingen har ikke kommet inn ennå. Så snart den er mottatt, får du billettene på e-post. Hvis banken ber deg bekrefte betalingen, må du gjøre det.',
  'mail.failed.subject': 'Bestilling {order} ble ikke fullført',
  'mail.failed.unpaid':
    'Betalingen ble ikke gjennomført. Ingenting er trukket, og plassene er ledige igjen.',
  'mail.failed.paid':
    'Da betalingen kom inn, var plassene ikke lenger tilgjengelige. Du får alle pengene tilbake.',
  'mail.failed.paidInVain':
    'Betalingen kunne ikke fullføre denne bestillingen. Du får alle pengene tilbake.',
  'mail.failed.again': 'Velg billetter på nytt',
  'mail.refund.subject': 'Bestilling {order}: Refusjon',
  'mail.refund.money':
    'Vi har refundert {amount}. Det kan ta noen dager før beløpet vises i banken.',
  'mail.refund.byHand': 'Vi har refundert {amount}.',
  'mail.refund.places': 'Plasser i bestillingen din er gitt tilbake.',
  'mail.refund.left':
    '{count, plural, one {Én billett i bestillingen er fortsatt gyldig.} other {# billetter i bestillingen er fortsatt gyldige.}}',
  'mail.refund.none': 'Ingen av billettene i bestillingen er gyldige lenger.',
  'mail.links.subject': 'Dine bestillinger og billetter hos {site}',
  'mail.links.intro':
    'Du har bedt om lenkene til bestillingene og billettene dine. Den som har en lenke, kan se bestillingen eller billetten.',
  'mail.links.unasked': 'Hvis du ikke har bedt om dette, trenger du ikke gjøre noe.',
  'mail.transferred.subject': 'Din billett: {event}',
  'mail.transferred.intro':
    'En billett er overført til deg. Bare koden i denne e-posten er gyldig.',
  'mail.transferred.open': 'Se billetten, eller gi den videre',
  'mail.transferred.formerSubject': 'Billetten din er overført: {event}',
  'mail.transferred.former':
    'Billetten din er overført til noen andre. Koden du hadde, gir ikke lenger adgang. Hvis du ikke ventet dette, kan du spørre arrangøren.',
  'mail.returned.subject': 'Billetten din er gitt tilbake: {event}',
  'mail.returned.intro':
    '{count, plural, one {En billett som ble bestilt til deg, er gitt tilbake. Koden slipper ingen inn lenger. Hvis du ikke ventet dette, spør den som bestilte den, eller arrangøren.} other {# billetter som ble bestilt til deg, er gitt tilbake. Kodene slipper ingen inn lenger. Hvis du ikke ventet dette, spør den som bestilte dem, eller arrangøren.}}',
  'mail.change.subject': 'Endret: {event}',
  'mail.change.intro':
    'Noe er endret ved et arrangement du har billetter til. Billettene dine er fortsatt gyldige.',
  'mail.change.takesPlace': 'Arrangementet finner sted likevel. Billettene dine er gyldige.',
  'mail.change.was': 'Før',
  'mail.change.now': 'Nå',
  'mail.change.nowhere': 'Uten sted',
  'mail.change.cancelledSubject': 'Avlyst: {event}',
  'mail.change.cancelled':
    'Arrangementet du har billetter til, er avlyst. Billettene gir ikke lenger adgang. Hvis du har betalt for dem, gir arrangøren deg beskjed om pengene.',
  'mail.change.postponedSubject': 'Utsatt: {event}',
  'mail.change.postponed':
    'Arrangementet du har billetter til, er utsatt. Billettene er fortsatt gyldige; du får en e-post så snart den nye datoen er klar.',
  'mail.change.postponedTo':
    'Arrangementet du har billetter til, er utsatt til et annet tidspunkt. Billettene er fortsatt gyldige.',
  'mail.change.reason': 'Grunn',
  'mail.reminder.subject': 'Snart: {event}',
  'mail.reminder.intro': 'Arrangementet du har billetter til, begynner snart.',
  'mail.reminder.end': 'Ingen flere påminnelser om dette arrangementet',
  'mail.guests.order': 'Bestillingen din',
  'mail.guests.ticket': 'Billetten din',
  'mail.account.footer': 'Denne e-posten er sendt av {site} på grunn av kontoen din der.',
  'mail.account.login': 'Brukernavn',
  'mail.account.reset.subject': 'Nytt passord for {site}',
  'mail.account.reset.intro': 'Noen har bedt om et nytt passord til kontoen din hos {site}.',
  'mail.account.reset.link': 'Velg et nytt passord',
  'mail.account.reset.once':
    'Lenken virker én gang, i én time. Har du flere slike e-poster, er det den nyeste som gjelder.',
  'mail.account.reset.unasked':
    'Hvis du ikke har bedt om dette, trenger du ikke gjøre noe: passordet ditt er som før.',
  'mail.account.confirm.subject': 'Bekreft at det er deg: {site}',
  'mail.account.confirm.intro':
    'Noen er logget inn på kontoen din hos {site} og er i ferd med å endre noe viktig der.',
  'mail.account.confirm.link': 'Logg inn på nytt',
  'mail.account.confirm.once':
    'Lenken virker én gang, i femten minutter. I nettleseren du åpner den i, kan du deretter fortsette.',
  'mail.account.confirm.unasked':
    'Hvis det ikke var deg, bør du avslutte alle innlogginger på kontoen din og si fra til en administrator.',
  'mail.account.invited.subject': 'Kontoen din hos {site}',
  'mail.account.invited.intro':
    'Det er opprettet en konto til deg hos {site}. Velg et passord for å logge inn.',
  'mail.account.invited.link': 'Velg passordet ditt',
  'mail.account.invited.once': 'Lenken virker én gang, i sju dager. Etter det:',
  'mail.account.invited.later': 'Få en ny lenke tilsendt',
  'mail.test.subject': 'Testmelding fra {site}',
  'mail.test.intro':
    'Denne e-posten tok samme vei som alle andre. Hvis du leser den, virker e-posten.',
}
