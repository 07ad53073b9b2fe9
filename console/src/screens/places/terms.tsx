import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Term } from '@marquee-events/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { type TermKind, termsQuery } from '../../interface/place-queries.ts'
import { useRecordRights } from '../../interface/record-rights.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Dialog, DialogButtons } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { Empty, Failed, Outside, Waiting } from '../../pieces/page.tsx'
import { type Column, Records, ShowMore } from '../../pieces/records.tsx'
import { counted, plain } from '../../pieces/words.ts'
import { KeepOrEnd } from '../../pieces/keep-or-end.tsx'

const nouns = {
  categories: { one: 'category', many: 'categories', label: 'Categories' },
  tags: { one: 'tag', many: 'tags', label: 'Tags' },
} as const

/** The words by which visitors narrow the programme. */
export function TermRecords({ kind, search }: { kind: TermKind; search: string }) {
  const list = useInfiniteQuery(termsQuery(kind, search))
  if (list.isPending) return <Waiting />
  if (list.isError) return <Failed error={list.error} again={() => void list.refetch()} />
  const terms = list.data.pages.flatMap(page => page.terms)
  const { total = 0 } = list.data.pages[0] ?? {}
  const { one, many, label } = nouns[kind]
  if (terms.length === 0) return <Empty title={`There is no ${one} like that`} />
  return (
    <>
      <Records
        label={label}
        columns={columns(kind)}
        rows={terms}
        keyOf={({ id }) => id}
        aged={list.isPlaceholderData}
        foot={counted(total, one, many)}
      />
      <ShowMore list={list} />
    </>
  )
}

const columns = (kind: TermKind): readonly Column<Term>[] => [
  {
    head: kind === 'categories' ? 'Category' : 'Tag',
    cell: ({ name, count, url }) => (
      <>
        <span className="strong">{plain(name)}</span>
        <div className="small">
          {count === 0 ? (
            <span className="soft">no public event</span>
          ) : (
            <Outside href={url}>{counted(count, 'public event')}</Outside>
          )}
        </div>
      </>
    ),
  },
  { head: 'Change', right: true, cell: term => <Acts kind={kind} term={term} /> },
]

type One = { kind: TermKind; term: Term }

function Acts(one: One) {
  const { mayWrite } = useRecordRights()
  if (!mayWrite[one.kind]) return null
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Rename {...one} />
      <Delete {...one} />
    </Group>
  )
}

function Rename(one: One) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const name = plain(one.term.name)
  return (
    <>
      <Button variant="subtle" aria-label={`Rename ${name}`} onClick={open}>
        Rename
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Rename ${name}`}>
        <RenameForm {...one} close={close} />
      </Dialog>
    </>
  )
}

function RenameForm({ kind, term: { id, name: before }, close }: One & { close: () => void }) {
  const ended = useEnded()
  const form = useFields(
    { name: plain(before) },
    async ({ name }) => {
      await (kind === 'categories'
        ? marquee.updateCategory({ id, name })
        : marquee.updateTag({ id, name }))
      await ended(['terms', 'events'])
      say(`It is called ${name.trim()} now.`)
      close()
    },
    { check: ({ name }) => (name.trim() === '' ? { name: 'What is it called?' } : {}) },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <TextInput
          label="Name"
          description="The address of its page stays as it is."
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.text('name')}
        />
        <DialogButtons cancel={close} isSending={form.isSending}>
          Rename
        </DialogButtons>
      </Stack>
    </form>
  )
}

function Delete({ kind, term: { id, name: html, count } }: One) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const name = plain(html)
  const remove = useWrite({
    write: () =>
      kind === 'categories' ? marquee.deleteCategory({ id }) : marquee.deleteTag({ id }),
    changes: ['terms', 'events'],
    done: `${name} is deleted.`,
  })
  return (
    <>
      <Button variant="subtle" aria-label={`Delete ${name}`} onClick={open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Delete ${name}?`}>
        <Text>
          {count === 0
            ? 'No public event has it.'
            : `${counted(count, 'public event has', 'public events have')} it. They stay, and lose it.`}{' '}
          Its page is not found any more, and it cannot be brought back.
          {kind === 'categories' && ' Categories below it move up.'}
        </Text>
        <KeepOrEnd keep={close} end={remove}>
          {`Delete the ${nouns[kind].one}`}
        </KeepOrEnd>
      </Modal>
    </>
  )
}
