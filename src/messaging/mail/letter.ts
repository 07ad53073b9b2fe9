import type { Locale } from '../../core/locale.ts'
import type { Holder } from '../../ticketing/attendees/lookup.ts'
import type { Block } from './blocks.ts'
import type { EventView } from './event-views.ts'
import type { Texts } from '../texts/texts.ts'

/** What a kind of mail makes of what it is about: its subject and what it says. */
export type Letter = {
  subject: string
  /** Whom it speaks to; empty when nobody knows. */
  greets: string
  blocks: readonly Block[]
  /** Whose codes are drawn in it. */
  tickets: readonly Holder[]
  /** Tickets that it brings as PDF; with the page of their order the PDF can be found there, else ticket by ticket. */
  papers?: { tickets: readonly Holder[]; orderUrl?: string } | undefined
  /** Events that it brings as entries for a calendar. */
  calendar?: readonly number[]
  /** The event whose organizer it comes from. */
  from: EventView | undefined
  /** Money of the sandbox was about to move. */
  isTest: boolean
}

/** Why a message is not sent any more, in a sentence for staff. */
export type Withdrawn = { withdrawn: string }

/** The language of a letter. */
export type Tongue = { locale: Locale; texts: Texts }
