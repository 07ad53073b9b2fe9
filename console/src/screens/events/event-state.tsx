import { Badge } from '@mantine/core'
import type { Event } from '@marquee-events/client'

const states: Readonly<Record<string, [word: string, colour: string]>> = {
  draft: ['Draft', 'warn'],
  pending: ['Waits for review', 'warn'],
  private: ['Private', 'warn'],
  future: ['Publishes later', 'warn'],
  trash: ['In the trash', 'bad'],
}

/** The state of an event in a word: what visitors of the site find. */
export function EventState({ event }: { event: Pick<Event, 'status' | 'happening'> }) {
  const { status, happening } = event
  if (happening === 'cancelled') return <State colour="bad">Cancelled</State>
  if (happening === 'postponed') return <State colour="warn">Postponed</State>
  const [word, colour] = states[status] ?? ['Published', 'good']
  return <State colour={colour}>{word}</State>
}

/** A reason is broken into lines; a word is not. */
const longFrom = 24

export function State({ colour, children }: { colour: string; children: string }) {
  return (
    <Badge
      color={colour}
      variant="light"
      tt="none"
      size="lg"
      fw={600}
      radius="xl"
      className={children.length > longFrom ? 'long' : ''}
    >
      {children}
    </Badge>
  )
}
