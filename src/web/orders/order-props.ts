import type { Problem } from '../kit/form.tsx'
import type { OwnOrder } from './own-order.ts'

export type OrderPageProps = OwnOrder & {
  /** What may still be done to its places. */
  may: { pay: boolean; changeHolders: boolean; giveBack: boolean }
  /** The holder that was sent and cannot be used. */
  holder?: { attendeeId: number; name: string; email: string; problems: readonly Problem[] }
  done?: string | undefined
  refusal?: string | undefined
}
