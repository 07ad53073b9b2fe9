import type { Coupon } from '@marquee-events/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { codeQuery } from '../../interface/code-queries.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { Failed, Waiting } from '../../pieces/page.tsx'
import type { CodeChoices } from './code-draft.ts'
import { CodeForm } from './code-form.tsx'

type Props = {
  /** What the screen calls a code: "code" or "coupon". */
  noun: string
  event: number | undefined
  choices: CodeChoices
}

/** The dialog in which the address makes a code (`new`) or changes one (`open`). */
export function CodeDialog({ noun, event, choices }: Props) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { new: isNew, open, ...rest } = search
  const close = () => void navigate({ to: '.', search: rest as never, replace: true })
  const id = typeof open === 'string' ? Number(open) || undefined : undefined
  const found = useQuery({ ...codeQuery(id ?? 0), enabled: id !== undefined })
  const form = (coupon: Coupon | undefined, more: CodeChoices, button: string) => (
    <CodeForm {...{ coupon, event, choices: united(choices, more), button, close }} />
  )
  return (
    <Dialog
      opened={id !== undefined || isNew !== undefined}
      onClose={close}
      title={id === undefined ? `New ${noun}` : `Change the ${noun}`}
      size="xl"
    >
      {id === undefined && form(undefined, nothing, `Add the ${noun}`)}
      {id !== undefined && found.isError && <Failed error={found.error} />}
      {id !== undefined && found.isPending && <Waiting lines={4} />}
      {id !== undefined && found.data && form(found.data.coupon, found.data, 'Save')}
    </Dialog>
  )
}

const nothing: CodeChoices = { events: [], tickets: [] }

/** What the screen offers, and what the code names already. */
function united(one: CodeChoices, other: CodeChoices): CodeChoices {
  const without = <Row extends { id: number }>(rows: readonly Row[], also: readonly Row[]) => [
    ...rows,
    ...also.filter(({ id }) => !rows.some(row => row.id === id)),
  ]
  return {
    events: without(one.events, other.events),
    tickets: without(one.tickets, other.tickets),
  }
}

/** Opens the dialog of a code by its address. */
export function useCodeDialog() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (parts: Record<string, string>) =>
    void navigate({ to: '.', search: { ...search, ...parts } as never, replace: true })
  return {
    add: () => go({ new: '1' }),
    addMany: () => go({ many: '1' }),
    change: (id: number) => go({ open: String(id) }),
  }
}
