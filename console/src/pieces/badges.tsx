import { ActionIcon } from '@mantine/core'
import { Icon } from './icon.tsx'

type Props = { badges: readonly { what: string; value: string; remove: () => void }[] }

/** What narrows a list, in words; each can be taken away. */
export function Badges({ badges }: Props) {
  if (badges.length === 0) return null
  return (
    <ul className="badges" aria-label="Narrowed to">
      {badges.map(({ what, value, remove }) => (
        <li key={`${what} ${value}`}>
          <span style={{ flex: 'none' }}>{what}</span> <b>{value}</b>
          <ActionIcon size={34} aria-label={`Any ${what}`} onClick={remove}>
            <Icon name="close" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
