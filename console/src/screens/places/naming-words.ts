import { counted, plain } from '../../pieces/words.ts'

/** How many events name a record, how many of them are to come, and which come first. */
type Naming = { total: number; coming: number; first: readonly string[] }

/** Which events name it, as a sentence. */
export function namedBy({ total, coming, first }: Naming): string {
  if (total === 0) return 'No event names it.'
  const all = `${counted(total, 'event')} ${total === 1 ? 'names' : 'name'} it`
  if (coming === 0) return `${all}, ${total === 1 ? 'which is over' : 'all of them over'}.`
  return `${all}${total === coming ? '' : `, ${coming.toLocaleString('en')} of them to come`}: ${listed(first, coming)}.`
}

function listed(titles: readonly string[], count: number): string {
  const more = count - titles.length
  return [...titles.map(plain), ...(more > 0 ? [`${more.toLocaleString('en')} more`] : [])].join(
    ', ',
  )
}

/** What happens to these events when a venue goes. */
export function venueGoes({ total, coming }: Naming): string {
  if (total === 0) return ''
  const all =
    total === 1
      ? 'It stays, with its tickets and orders, and has no venue any more.'
      : 'They stay, with their tickets and orders, and have no venue any more.'
  if (coming === 0) return all
  return `${all} Whoever has a ticket for one to come is told so by mail. If the venue is there twice, give these events the other one first.`
}

export function organizerGoes({ total }: Naming): string {
  if (total === 0) return ''
  return total === 1
    ? 'It stays, and does not name it any more. Nobody gets a mail about it.'
    : 'They stay, and do not name it any more. Nobody gets a mail about it.'
}
