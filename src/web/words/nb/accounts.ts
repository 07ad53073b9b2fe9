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
}
