import { State } from '../events/event-state.tsx'

/** The states of orders in lists, and the statuses of one order, in a word and a tone. */
const words: Readonly<Record<string, readonly [word: string, tone: string]>> = {
  paid: ['Paid', 'good'],
  completed: ['Paid', 'good'],
  open: ['Awaiting payment', 'warn'],
  created: ['Awaiting payment', 'warn'],
  pending: ['Awaiting payment', 'warn'],
  approved: ['Awaiting payment', 'warn'],
  'action-req': ['Buyer must act', 'warn'],
  failed: ['Payment failed', 'bad'],
  denied: ['Payment failed', 'bad'],
  'not-completed': ['Given up', 'bad'],
  cancelled: ['Cancelled', 'bad'],
  voided: ['Cancelled', 'bad'],
  refunded: ['Refunded', 'accent'],
  reversed: ['Taken back', 'bad'],
}

type Props = { status: string; refunded?: string | undefined; total?: string | undefined }

export function OrderState({ status, refunded, total }: Props) {
  const isPart = refunded !== undefined && Number(refunded) > 0 && status !== 'refunded'
  if (isPart) return <State colour="accent">Part returned</State>
  // What cost nothing was not paid.
  const isFree = total !== undefined && Number(total) === 0
  if (isFree && (status === 'completed' || status === 'paid'))
    return <State colour="good">Free</State>
  const [word, tone] = words[status] ?? [status, 'warn']
  return <State colour={tone}>{word}</State>
}

export const methodWords: Readonly<Record<string, string>> = {
  card: 'card',
  wallet: 'wallet',
  sandbox: 'simulated payment',
  free: 'free order',
  staff: 'made by staff',
}
