import type { SentHolder } from './holder-forms.tsx'
import type { Problem } from '../kit/form.tsx'
import type { OwnOrder } from './own-order.ts'

/** A sent address with what is wrong with it. */
type AddressDraft = { email: string; problems: readonly Problem[] }

export type OrderPageProps = OwnOrder & {
  /** What the buyer may do with the places. */
  may: {
    pay: boolean
    changeHolders: boolean
    giveBack: boolean
    /** Answer what the organizer asks. */
    answer: boolean
    /** Have the tickets mailed again. */
    sendAgain: boolean
    /** Correct the address: in the browser that ordered. */
    correctAddress: boolean
  }
  /** A sent holder with invalid values. */
  holder?: SentHolder & { attendeeId: number }
  /** Answers of which some were not taken. */
  answerDraft?:
    | { answers: Readonly<Record<string, unknown>>; problems: readonly Problem[] }
    | undefined
  /** A sent address that was not taken. */
  addressDraft?: AddressDraft | undefined
  done?: string | undefined
  refusal?: string | undefined
}
