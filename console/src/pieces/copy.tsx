import { ActionIcon } from '@mantine/core'
import { say } from '../interface/writes.ts'
import { Icon } from './icon.tsx'

/** Puts a text where it can be pasted from. */
export function Copy({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    say('Copied.')
  }
  return (
    <ActionIcon size={28} aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <Icon name="copy" />
    </ActionIcon>
  )
}
