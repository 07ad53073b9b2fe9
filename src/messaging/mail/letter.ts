import type { Holder } from '../../ticketing/attendees/lookup.holders.ts'
import type { Block } from './blocks.ts'
import type { EventView } from './event-views.ts'
import type { ValuesOf, WordedKind } from '../wording/rules.ts'

/** The content of one mail: its subject and its blocks. */
export type Letter = {
  subject: string
  /** The recipient's name; empty when it is unknown. */
  greets: string
  blocks: readonly Block[]
  /** The attendees whose codes are drawn in the mail. */
  tickets: readonly Holder[]
  /**
   * Tickets that the mail brings as PDF. The link to the PDF is on the page of their order, if it has one, or else on
   * the page of each ticket.
   */
  papers?: { tickets: readonly Holder[]; orderUrl?: string } | undefined
  /** Missing in letters that have no words of one's own. */
  worded?: Worded
  /** Events that the mail brings as calendar entries. */
  calendar?: readonly number[]
  /** The event in whose organizer's name the mail is sent. */
  from: EventView | undefined
  /** Whether the order is of the sandbox, so that no money moved. */
  isTest: boolean
  /** The mail is about an account and not about an order or a ticket. */
  isAboutAccount?: true
}

/** What one's own words in a letter may name, and the event whose words they are before the site's. */
export type Worded = {
  eventId: number | undefined
  values: Readonly<Record<string, string>>
}

/** The placeholders of a kind with their values: all of them, and no others. */
export const wordedAs = <Kind extends WordedKind>(
  _kind: Kind,
  eventId: number | undefined,
  values: ValuesOf<Kind>,
): Worded => ({ eventId, values })

/**
 * The reason why a message is not sent, as a sentence for staff. With `again` it is not sent yet: it is written anew at
 * that moment, and these details are stored with it.
 */
export type Withdrawn = { withdrawn: string; again?: Again }
type Again = { at: Date; details: Readonly<Record<string, unknown>> }
