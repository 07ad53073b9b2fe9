import { ActionIcon } from '@mantine/core'
import { say } from '../interface/writes.ts'
import { Icon } from './icon.tsx'

/** Puts a text where it can be pasted from. */
export async function copy(text: string) {
  await navigator.clipboard.writeText(text)
  say('Copied.')
}

/** A button that copies a text; what the text is stands beside it. */
export function Copy({ text, what }: { text: string; what: string }) {
  return (
    <ActionIcon size={28} aria-label={`Copy ${what}`} onClick={() => void copy(text)}>
      <Icon name="copy" />
    </ActionIcon>
  )
}
