import { normalizeForSearch } from '../../core/text.ts'

/** What a column of a list may be. */
export const fields = [
  'name',
  'first_name',
  'last_name',
  'email',
  'ticket',
  'code',
  'reference',
  'status',
  'note',
] as const

export type Field = (typeof fields)[number]

/** The name of the column that has a field. */
export type Mapping = Readonly<Partial<Record<Field, string>>>

// Names of columns as other systems and people write them, in the languages of our pages; the first that is there is taken.
const namesOf: Readonly<Record<Field, readonly string[]>> = {
  name: [
    'attendee name',
    'ticket full name',
    'holder name',
    'full name',
    'name',
    'attendee',
    'guest',
    'teilnehmer',
    'teilnehmername',
    'gast',
    'nom complet',
    'participant',
    'nombre completo',
    'asistente',
    'nome completo',
    'partecipante',
    'invoice address name',
  ],
  first_name: [
    'attendee first name',
    'ticket first name',
    'first name',
    'given name',
    'attendee name given name',
    'vorname',
    'prenom',
    'nombre',
    'nome',
  ],
  last_name: [
    'attendee last name',
    'ticket last name',
    'last name',
    'surname',
    'family name',
    'attendee name family name',
    'nachname',
    'nom',
    'apellidos',
    'apellido',
    'cognome',
  ],
  email: [
    'attendee email',
    'ticket email',
    'attendee e mail',
    'email',
    'e mail',
    'email address',
    'e mail address',
    'mail',
    'e mail adresse',
    'adresse e mail',
    'courriel',
    'correo',
    'correo electronico',
    'indirizzo e mail',
    'buyer email',
    'order email',
  ],
  ticket: [
    'ticket type',
    'ticket',
    'ticket name',
    'ticket class',
    'product',
    'product name',
    'item',
    'ticketart',
    'kategorie',
    'produkt',
    'billet',
    'tarif',
    'type de billet',
    'entrada',
    'tipo de entrada',
    'biglietto',
    'tipo di biglietto',
  ],
  code: [
    'barcode',
    'barcode number',
    'ticket code',
    'qr code',
    'secret',
    'check in code',
    'code',
    'ticketcode',
    'code barre',
    'codigo',
    'codigo de barras',
    'codice',
    'codice a barre',
  ],
  reference: [
    'attendee number',
    'attendee id',
    'ticket reference',
    'ticket id',
    'public id',
    'position id',
    'attendee no',
    'reference',
    'ticketnummer',
    'id',
  ],
  status: [
    'attendee status',
    'ticket status',
    'status',
    'order status',
    'state',
    'statut',
    'estado',
    'stato',
  ],
  note: ['door note', 'check in text', 'note', 'notes', 'bemerkung', 'remarque', 'nota'],
}

const plain = (name: string) =>
  normalizeForSearch(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which columns are what, by their names. */
export function guessMapping(head: readonly string[]): Mapping {
  const byName = new Map(head.map(name => [plain(name), name] as const).toReversed())
  const taken = new Set<string>()
  const mapping: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const column = namesOf[field]
      .map(name => byName.get(name))
      .find(name => name !== undefined && !taken.has(name))
    if (column === undefined) continue
    mapping[field] = column
    taken.add(column)
  }
  const { name, first_name, last_name, ...rest } = mapping
  // A column of last names is called like one of whole names in some languages; where both parts are there they are better.
  if (first_name !== undefined && last_name !== undefined) return { first_name, last_name, ...rest }
  if (name !== undefined) return { name, ...rest }
  return mapping
}

/** A mapping as somebody gave it, with a sentence for each part that is none. */
export function readMapping(
  given: unknown,
  head: readonly string[],
): { mapping: Mapping; problems: string[] } {
  const isMap = typeof given === 'object' && given !== null && !Array.isArray(given)
  if (!isMap)
    return { mapping: {}, problems: ['It must be an object of fields and names of columns.'] }
  const mapping: Partial<Record<Field, string>> = {}
  const problems: string[] = []
  for (const [key, column] of Object.entries(given)) {
    const field = fields.find(name => name === key)
    if (!field)
      problems.push(`There is no field ${key.slice(0, 50)}; there are ${fields.join(', ')}.`)
    else if (column === null || column === '') continue
    else if (typeof column === 'string' && head.includes(column)) mapping[field] = column
    else
      problems.push(`${field} must name a column of the file: ${head.join(', ').slice(0, 1000)}.`)
  }
  return { mapping, problems }
}
