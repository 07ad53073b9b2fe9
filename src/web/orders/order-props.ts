import type { Problem } from '../kit/form.tsx'
import type { OwnOrder } from './own-order.ts'

export type OrderPageProps = OwnOrder & {
  /** What the buyer may do with the places. */
  may: { pay: boolean; changeHolders: boolean; giveBack: boolean }
  /** A sent holder with invalid values. */
  holder?: { attendeeId: number; name: string; email: string; problems: readonly Problem[] }
  done?: string | undefined
  refusal?: string | undefined
}
