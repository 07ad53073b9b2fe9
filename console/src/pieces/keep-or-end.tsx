import { Button, Group } from '@mantine/core'

type Props = {
  keep: () => void
  end: { isPending: boolean; mutate: (values: undefined) => void }
  children: string
}

/** The foot of a dialog that asks before something is deleted or ended. */
export function KeepOrEnd({ keep, end, children }: Props) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={keep}>
        Keep it
      </Button>
      <Button color="bad" loading={end.isPending} onClick={() => end.mutate(undefined)}>
        {children}
      </Button>
    </Group>
  )
}
