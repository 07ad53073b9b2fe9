import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { ListMailTextsResponse } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { mailTextsQuery } from '../../interface/mail-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card } from '../../pieces/page.tsx'
import { site } from '../../site.ts'
import { languages } from './settings-form.ts'

type MailText = ListMailTextsResponse['texts'][number]
type Kind = MailText['kind']
type Locale = MailText['locale']

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'order.confirmed', label: 'Tickets of an order' },
  { value: 'ticket.issued', label: 'A ticket of somebody else’s order' },
  { value: 'order.pending', label: 'An order that awaits payment' },
  { value: 'order.failed', label: 'A payment that failed' },
  { value: 'order.refunded', label: 'Money that goes back' },
  { value: 'ticket.transferred', label: 'A ticket that was passed on' },
  { value: 'event.changed', label: 'An event with another day or place' },
  { value: 'event.cancelled', label: 'An event that is cancelled' },
  { value: 'event.postponed', label: 'An event that is postponed' },
  { value: 'event.reminder', label: 'A reminder before the event' },
]

/** Own words in mails, by kind and language, of the site or of one event; what is left empty stays as usual. */
export function MailTexts({ event }: { event?: number }) {
  const { data } = useSuspenseQuery(mailTextsQuery(event))
  const [kind, setKind] = useState<Kind>('order.confirmed')
  const [locale, setLocale] = useState<Locale>(site.language as Locale)
  const isTyped = useRef(false)
  const text = data.texts.find(one => one.kind === kind && one.locale === locale)
  const leave = (go: () => void) => {
    if (isTyped.current && !globalThis.confirm('Leave without saving what you typed?')) return
    isTyped.current = false
    go()
  }
  const own = new Set(data.texts.filter(one => one.locale === locale).map(one => one.kind))
  return (
    <Card title="Texts of mails">
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        <NativeSelect
          label="Mail"
          value={kind}
          data={kinds.map(({ value, label }) => ({
            value,
            label: own.has(value) ? `${label} (own text)` : label,
          }))}
          onChange={({ currentTarget: { value } }) => leave(() => setKind(value as Kind))}
        />
        <NativeSelect
          label="In"
          value={locale}
          data={languages}
          onChange={({ currentTarget: { value } }) => leave(() => setLocale(value as Locale))}
        />
      </SimpleGrid>
      <TextForm
        key={`${kind} ${locale} ${text?.updated_at ?? ''}`}
        named={event === undefined ? { kind, locale } : { kind, locale, event }}
        text={text}
        placeholders={data.placeholders[kind] ?? []}
        noteTyped={is => (isTyped.current = is)}
      />
    </Card>
  )
}

type Named = { kind: Kind; locale: Locale; event?: number }

type FormProps = {
  named: Named
  text: MailText | undefined
  placeholders: readonly string[]
  noteTyped: (is: boolean) => void
}

const save = ({ event, ...named }: Named, text: { subject: string; intro: string }) =>
  event === undefined
    ? marquee.updateMailText({ ...named, ...text })
    : marquee.updateEventMailText({ id: event, ...named, ...text })

const remove = ({ event, ...named }: Named) =>
  event === undefined
    ? marquee.deleteMailText(named)
    : marquee.deleteEventMailText({ id: event, ...named })

function TextForm({ named, text, placeholders, noteTyped }: FormProps) {
  const ended = useEnded()
  const form = useFields(
    { subject: text?.subject ?? '', intro: text?.intro ?? '' },
    async ({ subject, intro }) => {
      await save(named, { subject, intro })
      noteTyped(false)
      form.settled()
      say('Saved. Mails that leave from now on have it.')
      await ended(['settings'])
    },
  )
  const drop = useWrite({
    write: () => remove(named),
    changes: ['settings'],
    done:
      named.event === undefined
        ? 'The usual text is used again.'
        : 'The text of the site is used again.',
  })
  return (
    <form onSubmit={form.submit} onInput={() => noteTyped(true)} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput
          label="Subject"
          description={
            named.event === undefined ? 'Empty: the usual one.' : 'Empty: that of the site.'
          }
          maxLength={150}
          {...form.text('subject')}
        />
        <Textarea
          label="Before the usual sentences"
          description={`May have ${placeholders.map(name => `{${name}}`).join(', ')}. An empty line begins a new paragraph.`}
          autosize
          minRows={4}
          maxLength={4000}
          {...form.text('intro')}
        />
        <Group>
          <Button type="submit" variant="default" loading={form.isSending}>
            Save the text
          </Button>
          {text && (
            <Button
              variant="subtle"
              loading={drop.isPending}
              onClick={() => drop.mutate(undefined)}
            >
              {named.event === undefined ? 'Use the usual text' : 'Use the text of the site'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
