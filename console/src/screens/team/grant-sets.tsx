import { NativeSelect } from '@mantine/core'
import type { Grant } from '@marquee-events/client'

export type SetName = Grant['set']

/** What each set may do, in words. The service decides; the table is in the guide. */
const sets: readonly { value: SetName; label: string; means: string }[] = [
  { value: 'manager', label: 'Manager', means: 'everything but payment accounts and settings' },
  { value: 'finance', label: 'Finance', means: 'orders, refunds and reports' },
  { value: 'box_office', label: 'Box office', means: 'orders, attendees, sales and the door' },
  { value: 'door', label: 'Door', means: 'lets people in, and finds them by name' },
  { value: 'reader', label: 'Reader', means: 'sees orders, money and reports, changes nothing' },
]

export const nameOfSet = (set: SetName) => sets.find(({ value }) => value === set)?.label ?? set

/** Whether a set gives money back, so that a limit means something. */
export const mayRefund = (set: string) => set === 'manager' || set === 'finance'

const isSet = (value: string): value is SetName => sets.some(one => one.value === value)

type Props = { value: string; choose: (set: SetName) => void }

export function SetField({ value, choose }: Props) {
  return (
    <NativeSelect
      label="May"
      value={value}
      data={sets.map(one => ({ value: one.value, label: `${one.label}: ${one.means}` }))}
      onChange={({ currentTarget }) => isSet(currentTarget.value) && choose(currentTarget.value)}
    />
  )
}
