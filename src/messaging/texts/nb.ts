import { counted } from './counted.ts'
import type { Texts } from './en.ts'

export const nb: Texts = {
  colon: ':',
  hello: name => (name === '' ? 'Hei,' : `Hei ${name},`),
  footer: site => `Denne e-posten er sendt av ${site} på grunn av en bestilling eller en billett.`,
  contact: organizer => `Spørsmål? Svar på denne e-posten, så når du ${organizer}.`,
  sandbox: 'Testmodus: Ingen penger er flyttet.',
  when: 'Når',
  where: 'Hvor',
  doors: 'Dørene åpner',
  age: 'For hvem',
  access: 'Tilgjengelighet',
  online: 'På nett',
  join: 'Bli med på nett',
  order: 'Bestilling',
  total: 'Sum',
  free: 'Gratis',
  fee: 'Gebyrer',
  refunded: 'Refundert',
  yourTickets: 'Dine billetter',
  somebody: 'Noen',
  holder: 'Navn',
  ticketType: 'Billett',
  code: 'Kode',
  qrOf: holder => `QR-koden til billetten til ${holder}`,
  showAtDoor: 'Vis QR-koden i inngangen, på papir eller på telefonen.',
  manyTickets: 'Dette er mange billetter: QR-kodene finner du som PDF bak lenkene nedenfor.',
  asPdf: 'Billetter som PDF',
  doesNotAdmit: 'Denne billetten gir ikke adgang for øyeblikket.',
  seeOrder: 'Se bestillingen',
  seeEvent: 'Se arrangementet',
  events: count => counted('nb', count, { one: '# arrangement', other: '# arrangementer' }),
  feeds: {
    events: 'Arrangementer',
    own: 'Mine arrangementer',
    noTicket: what => `Ingen billett lenger: ${what}`,
  },
  paper: {
    titleOf: event => `Billetter til ${event}`,
    titleOfOrder: order => `Billettene i bestilling ${order}`,
    untitled: 'Arrangement',
    cancelled: 'Dette arrangementet er avlyst.',
    postponed: 'Dette arrangementet er utsatt.',
    organizer: 'Arrangør',
    price: 'Pris',
    qrOf: ticket => `QR-koden til billett ${ticket}`,
    typed: 'Kode, hvis bildet ikke kan leses',
    ticket: id => `Billett ${id}`,
    order: id => `Bestilling ${id}`,
    page: (page, pages) => `Side ${page} av ${pages}`,
  },
  confirmed: {
    subject: what => `Dine billetter: ${what}`,
    intro: count =>
      counted('nb', count, {
        one: 'Bestillingen er fullført. Her er billetten din.',
        other: 'Bestillingen er fullført. Her er de # billettene dine.',
      }),
    nobodyComes: 'Takk for beskjeden om at du ikke kommer.',
    passedOn:
      'Bestillingen er fullført. Alle billettene er gitt videre; på siden for bestillingen står det hvem som har dem.',
  },
  issued: {
    subject: what => `Din billett: ${what}`,
    intro: (buyer, count) =>
      counted('nb', count, {
        one: `${buyer} har bestilt en billett til deg.`,
        other: `${buyer} har bestilt # billetter til deg.`,
      }),
  },
  pending: {
    subject: order => `Bestilling ${order}: Betalingen er ikke fullført ennå`,
    intro:
      'Betalingen har ikke kommet inn ennå. Så snart den er mottatt, får du billettene på e-post. Hvis banken ber deg bekrefte betalingen, må du gjøre det.',
  },
  failed: {
    subject: order => `Bestilling ${order} ble ikke fullført`,
    unpaid: 'Betalingen ble ikke gjennomført. Ingenting er trukket, og plassene er ledige igjen.',
    paid: 'Da betalingen kom inn, var plassene ikke lenger tilgjengelige. Du får alle pengene tilbake.',
    paidInVain: 'Betalingen kunne ikke fullføre denne bestillingen. Du får alle pengene tilbake.',
    again: 'Velg billetter på nytt',
  },
  refund: {
    subject: order => `Bestilling ${order}: Refusjon`,
    money: amount =>
      `${amount} er betalt tilbake til deg. Det kan ta noen dager før banken viser beløpet.`,
    byHand: amount => `${amount} er gitt tilbake til deg.`,
    places: 'Plasser i bestillingen din er gitt tilbake.',
    left: count =>
      counted('nb', count, {
        one: 'Én billett i bestillingen er fortsatt gyldig.',
        other: '# billetter i bestillingen er fortsatt gyldige.',
      }),
    none: 'Ingen av billettene i bestillingen er gyldige lenger.',
  },
  links: {
    subject: site => `Dine bestillinger og billetter hos ${site}`,
    intro:
      'Du har bedt om lenkene til bestillingene og billettene dine. Den som har en lenke, kan se bestillingen eller billetten.',
    unasked: 'Hvis du ikke har bedt om dette, trenger du ikke gjøre noe.',
  },
  transferred: {
    subject: what => `Din billett: ${what}`,
    intro: 'En billett er overført til deg. Bare koden i denne e-posten er gyldig.',
    open: 'Se billetten, eller gi den videre',
    formerSubject: what => `Billetten din er overført: ${what}`,
    former:
      'Billetten din er overført til noen andre. Koden du hadde, gir ikke lenger adgang. Hvis du ikke ventet dette, kan du spørre arrangøren.',
  },
  returned: {
    subject: what => `Billetten din er gitt tilbake: ${what}`,
    intro: count =>
      counted('nb', count, {
        one: 'En billett som ble bestilt til deg, er gitt tilbake. Koden slipper ingen inn lenger. Hvis du ikke ventet dette, spør den som bestilte den, eller arrangøren.',
        other:
          '# billetter som ble bestilt til deg, er gitt tilbake. Kodene slipper ingen inn lenger. Hvis du ikke ventet dette, spør den som bestilte dem, eller arrangøren.',
      }),
  },
  change: {
    subject: what => `Endret: ${what}`,
    intro:
      'Noe er endret ved et arrangement du har billetter til. Billettene dine er fortsatt gyldige.',
    takesPlace: 'Arrangementet finner sted likevel. Billettene dine er gyldige.',
    was: 'Før',
    now: 'Nå',
    nowhere: 'Uten sted',
    cancelledSubject: what => `Avlyst: ${what}`,
    cancelled:
      'Arrangementet du har billetter til, er avlyst. Billettene gir ikke lenger adgang. Hvis du har betalt for dem, gir arrangøren deg beskjed om pengene.',
    postponedSubject: what => `Utsatt: ${what}`,
    postponed:
      'Arrangementet du har billetter til, er utsatt. Billettene er fortsatt gyldige; du får en e-post så snart den nye datoen er klar.',
    postponedTo:
      'Arrangementet du har billetter til, er utsatt til et annet tidspunkt. Billettene er fortsatt gyldige.',
    reason: 'Grunn',
  },
  reminder: {
    subject: what => `Snart: ${what}`,
    intro: 'Arrangementet du har billetter til, begynner snart.',
    end: 'Ingen flere påminnelser om dette arrangementet',
  },
  account: {
    footer: site => `Denne e-posten er sendt av ${site} på grunn av kontoen din der.`,
    login: 'Brukernavn',
    reset: {
      subject: site => `Nytt passord for ${site}`,
      intro: site => `Noen har bedt om et nytt passord til kontoen din hos ${site}.`,
      link: 'Velg et nytt passord',
      once: 'Lenken virker én gang, i én time. Har du flere slike e-poster, er det den nyeste som gjelder.',
      unasked:
        'Hvis du ikke har bedt om dette, trenger du ikke gjøre noe: passordet ditt er som før.',
    },
    confirm: {
      subject: site => `Bekreft at det er deg: ${site}`,
      intro: site =>
        `Noen er logget inn på kontoen din hos ${site} og er i ferd med å endre noe viktig der.`,
      link: 'Logg inn på nytt',
      once: 'Lenken virker én gang, i femten minutter. I nettleseren du åpner den i, kan du deretter fortsette.',
      unasked:
        'Hvis det ikke var deg, bør du avslutte alle innlogginger på kontoen din og si fra til en administrator.',
    },
    invited: {
      subject: site => `Kontoen din hos ${site}`,
      intro: site =>
        `Det er opprettet en konto til deg hos ${site}. Velg et passord for å logge inn.`,
      link: 'Velg passordet ditt',
      once: 'Lenken virker én gang, i sju dager. Etter det:',
      later: 'Få en ny lenke tilsendt',
    },
  },
  test: {
    subject: site => `Testmelding fra ${site}`,
    intro: 'Denne e-posten tok samme vei som alle andre. Hvis du leser den, virker e-posten.',
  },
}
