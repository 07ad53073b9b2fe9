import type { accounts as english } from '../en/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {
  'reset.title': 'Glemt passordet?',
  'reset.text':
    'Skriv inn brukernavnet eller e-postadressen din. Du får tilsendt en lenke for å velge et nytt passord.',
  'reset.name': 'Brukernavn eller e-postadresse',
  'reset.nameMissing': 'Skriv inn brukernavnet eller e-postadressen din.',
  'reset.button': 'Send meg en lenke',
  'reset.done': 'Hvis det finnes en slik konto med en adresse, er en e-post med en lenke på vei.',
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
  'link.gone': 'Denne lenken gjelder ikke lenger',
  'link.goneText':
    'Den er allerede brukt, eller tiden er ute. Be en administrator om en ny, eller få en tilsendt.',
  'password.new': 'Nytt passord',
  'password.hint': 'Minst {count} tegn.',
  'password.again': 'Det samme en gang til',
  'password.short': 'Et passord har minst {count} tegn. Ingenting er endret.',
  'password.long': 'Et passord har høyst {count} tegn. Ingenting er endret.',
  'password.differ': 'De to passordene er forskjellige. Ingenting er endret.',
  'reminders.title': 'Påminnelser',
  'reminders.text': 'Sier du fra her, får du ingen flere påminnelser om dette arrangementet.',
  'reminders.kept': 'Billettene dine og all e-post om bestillingen kommer fortsatt.',
  'reminders.button': 'Ingen flere påminnelser',
  'reminders.done': 'Du får ingen flere påminnelser om dette arrangementet.',
  'reminders.unknown': 'Denne lenken er ikke gyldig',
  'reminders.unknownText': 'Åpne lenken slik den står i e-posten, fra begynnelse til slutt.',
}
