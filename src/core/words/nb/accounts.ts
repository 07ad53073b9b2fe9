import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': 'Glemt passordet?',
  'reset.text':
    'Skriv inn brukernavnet eller e-postadressen din. Du får tilsendt en lenke for å velge et nytt passord.',
  'reset.name': 'Brukernavn eller e-postadresse',
  'reset.nameMissing': 'Skriv inn brukernavnet eller e-postadressen din.',
  'reset.button': 'Send meg en lenke',
  'reset.done':
    'Hvis denne kontoen finnes og har en e-postadresse, er en e-post med en lenke på vei.',
  'reset.doneText':
    'Lenken virker i én time. Det tar noen minutter; se også i søppelposten. En konto får høyst tre slike e-poster i timen.',
  'reset.noMail': 'Dette nettstedet sender ikke e-post.',
  'reset.noMailText':
    'En administrator kan lage en lenke til deg, slik at du kan velge et passord.',
  'reset.back': 'Tilbake til innlogging',
  'signIn.title': 'Logg inn',
  'signIn.password': 'Passord',
  'signIn.button': 'Logg inn',
  'signIn.wrong': 'Brukernavn og passord hører ikke sammen.',
  'signIn.noPassword':
    'Ikke noe passord ennå? Be en administrator om en lenke, eller kjør marquee user link på serveren.',
  'link.setUp': 'Velg passordet til administratoren',
  'link.invitation': 'Velg passordet ditt',
  'link.reset': 'Velg et nytt passord',
  'link.account': 'Konto:',
  'link.save': 'Lagre og logg inn',
  'link.keepKeys': 'Behold applikasjonspassord og API-nøkler',
  'link.keepKeysHint': 'La dette stå av hvis noen andre kan kjenne dem.',
  'link.gone': 'Denne lenken er ikke lenger gyldig',
  'link.goneText':
    'Den er allerede brukt, eller tiden er ute. Be en administrator om en ny, eller få en tilsendt.',
  'password.new': 'Nytt passord',
  'password.hint': 'Minst {count} tegn.',
  'password.again': 'Gjenta det nye passordet',
  'password.short': 'Et passord må ha minst {count} tegn. Ingenting er endret.',
  'password.long': 'Et passord kan ha høyst {count} tegn. Ingenting er endret.',
  'password.differ': 'De to passordene er forskjellige. Ingenting er endret.',
  'account.title': 'Konto',
  'account.signedIn': 'Logget inn som:',
  'account.signOut': 'Logg ut',
  'account.interface': 'Grensesnittet for programmer (på engelsk)',
  'account.events': 'Arrangementer',
  'account.tickets': 'Billetter og salg',
  'account.admin': 'Administrasjon',
  'account.browsers': 'Innloggede nettlesere',
  'account.thisBrowser': 'Denne nettleseren',
  'account.unnamed': 'Nettleser uten navn',
  'account.used': 'Logget inn {since}, sist brukt {used} ({zone}).',
  'account.endBrowser': 'Logg ut denne nettleseren',
  'account.newPassword': 'Et nytt passord logger ut alle andre nettlesere.',
  'account.current': 'Nåværende passord',
  'account.change': 'Endre passordet',
  'account.endOthers': 'Logg ut alle andre nettlesere',
  'code.title': 'Skriv inn koden',
  'code.label': 'Kode',
  'code.hint':
    'De seks sifrene som autentiseringsappen viser, eller en av gjenopprettingskodene dine.',
  'code.wrong': 'Koden er feil, utløpt eller allerede brukt.',
  'code.over': 'Innloggingen tok for lang tid. Logg inn på nytt.',
  'code.lost': 'Uten enheten og gjenopprettingskodene må du spørre en administrator.',
  'factor.title': 'Andre faktor',
  'factor.on':
    'Siden {since} ({zone}) krever innlogging en kode fra appen i tillegg til passordet.',
  'factor.off':
    'Innlogging krever bare passordet. Med en andre faktor kreves også en kode som en autentiseringsapp på telefonen viser.',
  'factor.demanded':
    'Dette nettstedet krever en andre faktor av deg. Til du har satt den opp, kan du se alt, men ikke endre noe.',
  'factor.manage': 'Endre den andre faktoren',
  'factor.begin': 'Sett opp en andre faktor',
  'factor.anew': 'Begynn på nytt med et annet bilde',
  'factor.scan':
    'Skann dette bildet med en autentiseringsapp, eller skriv teksten under det inn i appen. Skriv så inn koden som appen viser.',
  'factor.picture': 'QR-kode for autentiseringsappen',
  'factor.confirm': 'Bekreft',
  'factor.codes': 'Gjenopprettingskodene dine',
  'factor.codesText':
    'Hver av dem logger deg inn én gang hvis du har mistet enheten. Oppbevar dem der ingen andre finner dem. De vises bare nå.',
  'factor.left': 'Gjenopprettingskoder igjen: {count}.',
  'factor.renew': 'Lag nye gjenopprettingskoder',
  'factor.renewText': 'Gjenopprettingskodene du har, slutter å gjelde.',
  'factor.remove': 'Fjern den andre faktoren',
  'factor.stale':
    'Du logget inn for mer enn ti minutter siden. Hvis kontoen ikke har passord, logger du ut og inn igjen i stedet.',
  'reminders.title': 'Påminnelser',
  'reminders.text':
    'Trykk på knappen hvis du ikke vil ha flere påminnelser om dette arrangementet.',
  'reminders.kept': 'Billettene dine og all e-post om bestillingen kommer fortsatt.',
  'reminders.button': 'Ingen flere påminnelser',
  'reminders.done': 'Du får ingen flere påminnelser om dette arrangementet.',
  'reminders.unknown': 'Denne lenken er ikke gyldig',
  'reminders.unknownText': 'Åpne hele lenken, akkurat slik den står i e-posten.',
}
