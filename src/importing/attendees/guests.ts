import { singleBlanks } from '../../core/blanks.ts'
import { isGuestAddress } from '../../core/mail-address.ts'
import { normalizeForSearch, wellFormed } from '../../core/text.ts'
import { carriedKey } from '../../ticketing/checkin/carried-code.ts'
import type { Field, Mapping } from './columns.ts'
import type { TableRow } from './read-table.ts'

/** Somebody of a list who gets a place. */
export type Guest = {
  readonly line: number
  readonly name: string
  readonly email: string
  /** The ticket type as the list names it; empty without one. */
  readonly ticket: string
  /** The code on the ticket that the guest has already; empty without one. */
  readonly code: string
  /** For the door. */
  readonly note: string
  /** What makes the line the same when it comes again. */
  readonly key: string
}

export type Refusal = { readonly line: number; readonly reason: string }

const nameMost = 500
const emailMost = 254
const ticketMost = 200
const noteMost = 500
/** A shorter code could be guessed at the door. */
const codeLeast = 6
const codeMost = 200

/** Words by which other systems say that a ticket is not valid, or not yet. */
const invalid =
  /cancel|refund|void|not attending|declin|deleted|expired|unpaid|pending|abandon|failed|storn|offen|annul|rembours|impay|cancelad|reembols|pendiente|rimbors|in attesa/

/** Reads a line of a list: a guest, or why it is refused. A reason has no value of the line, because reports stay. */
export function guestOf(
  { line, cells }: TableRow,
  { head, mapping }: { head: readonly string[]; mapping: Mapping },
): Guest | Refusal {
  const extra = cells.slice(head.length).some(cell => cell.trim() !== '')
  if (extra) {
    return {
      line,
      reason: `It has more cells than the head, which has ${head.length}: a quote may be missing.`,
    }
  }
  const of = (field: Field) => {
    const column = mapping[field]
    return column === undefined ? '' : clean(cells[head.indexOf(column)] ?? '')
  }
  const [code, email] = [of('code'), of('email')]
  const name = of('name') || singleBlanks(`${of('first_name')} ${of('last_name')}`) || email
  const problem = problemOf({
    name,
    email,
    code,
    ticket: of('ticket'),
    note: of('note'),
    status: of('status'),
  })
  if (problem !== undefined) return { line, reason: problem }
  return {
    line,
    name,
    email,
    ticket: of('ticket'),
    code,
    note: of('note'),
    key: keyOf({ code, reference: of('reference'), cells }),
  }
}

type Texts = Readonly<Record<'name' | 'email' | 'code' | 'ticket' | 'note' | 'status', string>>

function problemOf({ name, email, code, ticket, note, status }: Texts): string | undefined {
  if (invalid.test(normalizeForSearch(status))) {
    return 'Its ticket is cancelled, given back or not paid in the other system.'
  }
  if (name === '') return 'It has neither a name nor an email address.'
  if (name.length > nameMost) return `Its name has more than ${nameMost} characters.`
  if (email !== '' && (email.length > emailMost || !isGuestAddress(email))) {
    return 'Its email address is none.'
  }
  if (ticket.length > ticketMost) return `Its ticket type has more than ${ticketMost} characters.`
  if (note.length > noteMost) return `Its note for the door has more than ${noteMost} characters.`
  if (code !== '' && code.length < codeLeast) {
    return `Its code has fewer than ${codeLeast} characters, which could be guessed. Leave the column of codes out, and the guest gets a new code.`
  }
  return code.length > codeMost ? `Its code has more than ${codeMost} characters.` : undefined
}

const clean = (text: string) =>
  singleBlanks(
    wellFormed(text)
      .normalize('NFC')
      .replace(/\p{Cc}+/gu, ' '),
  )

function keyOf({
  code,
  reference,
  cells,
}: {
  code: string
  reference: string
  cells: readonly string[]
}) {
  if (code !== '') return carriedKey(code)
  if (reference !== '') return `reference ${reference}`
  // Cells at the end that are empty may be missing when the list is exported again.
  const texts = cells.map(clean)
  while (texts.at(-1) === '') texts.pop()
  return `line ${JSON.stringify(texts)}`
}

/** Ticket types are the same whatever their capitals and blanks. */
export const typeKey = (name: string): string => singleBlanks(name).toLowerCase()
