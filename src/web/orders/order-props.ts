import type { SentHolder } from './holder-forms.tsx'
import type { OwnOrder } from './own-order.ts'

export type OrderPageProps = OwnOrder & {
  /** What the buyer may do with the places. */
  may: { pay: boolean; changeHolders: boolean; giveBack: boolean }
  /** A sent holder with invalid values. */
  holder?: SentHolder & { attendeeId: number }
  done?: string | undefined
  refusal?: string | undefined
}
