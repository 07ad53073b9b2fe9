import { useQuery } from '@tanstack/react-query'
import { type ListAddress, narrowedTo } from '../interface/list-address.ts'
import { eventQuery } from '../interface/queries.ts'
import { Badges } from './badges.tsx'
import { plain } from './words.ts'

type Props = {
  address: ListAddress
  /** What fields of the screen show themselves. */
  fields: readonly string[]
  remove: (part: string) => void
}

/** What narrows a list beside the fields of its screen; an event by its name. */
export function NarrowedTo({ address, fields, remove }: Props) {
  const parts = narrowedTo(address, fields)
  const id = Number(address['filter.event'] ?? 0)
  const event = useQuery({ ...eventQuery(id), enabled: id > 0 })
  const title = event.data && plain(event.data.title)
  return (
    <Badges
      badges={parts.map(({ part, what, value }) => ({
        what,
        value: part === 'filter.event' ? (title ?? value) : value,
        remove: () => remove(part),
      }))}
    />
  )
}
