import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Plan } from '@marquee-events/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { locales } from '../../../../src/core/locale.ts'
import { marquee } from '../../interface/marquee.ts'
import { useRights } from '../../interface/rights.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { NotYours } from '../../shell/missing.tsx'
import { DryRun } from './dry-run.tsx'

const route = getRouteApi('/message')

/** A message to everybody of a list: written, looked at, and then sent to each address once. */
export function WriteToGuests() {
  const { list, query } = route.useSearch()
  const [plan, setPlan] = useState<Plan>()
  const { may } = useRights()
  if (!may('mails.write')) return <NotYours />
  const address = Object.fromEntries(new URLSearchParams(query))
  return (
    <>
      <Head title="Write to guests" above={list === 'orders' ? 'Buyers' : 'People with a place'}>
        <Link to={list === 'orders' ? '/orders' : '/attendees'} search={address}>
          Who they are
        </Link>
      </Head>
      <Texts list={list} query={query} onPlan={setPlan} />
      {plan?.previews.map(({ language, subject, body }) => (
        <Card key={language} title={`As the first one reads it, in ${languageName(language)}`}>
          <p className="strong">{subject}</p>
          <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{body}</p>
        </Card>
      ))}
      {plan && <DryRun key={plan.id} plan={plan} />}
    </>
  )
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const languageName = (code: string) => names.of(code) ?? code

type Fields = Record<string, string>
const emptyFields: Fields = Object.fromEntries(
  locales.flatMap(code => [
    [`subject_${code}`, ''],
    [`body_${code}`, ''],
  ]),
)

type Writing = { list: 'orders' | 'attendees'; query: string; onPlan: (plan: Plan) => void }

/** One text for each language that the person writes in; those that stay empty are not sent. */
function Texts({ list, query, onPlan }: Writing) {
  const [language, choose] = useState<string>('en')
  const form = useFields(
    emptyFields,
    async values => {
      const texts = locales
        .map(code => ({
          language: code,
          subject: values[`subject_${code}`] ?? '',
          body: values[`body_${code}`] ?? '',
        }))
        .filter(({ subject, body }) => subject.trim() !== '' || body.trim() !== '')
      const plan = await marquee.makePlan({ kind: 'message', list, query, texts })
      form.settled()
      onPlan(plan)
    },
    {
      check: values =>
        Object.values(values).every(value => value.trim() === '')
          ? { [`subject_${language}`]: 'Write a subject and a text.' }
          : {},
    },
  )
  return (
    <Card title="What you write">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Stack>
          <NativeSelect
            label="Language"
            description="Guests read their own; those whose language you leave out read that of the site."
            value={language}
            data={locales.map(code => ({ value: code, label: languageName(code) }))}
            onChange={({ currentTarget: { value } }) => choose(value)}
          />
          <TextInput
            key={`subject_${language}`}
            label="Subject"
            maxLength={150}
            {...form.text(`subject_${language}`)}
          />
          <Textarea
            key={`body_${language}`}
            label="Text"
            description="May have {name}, {event}, {when}, {where}, {order} and {site}. The link to their own ticket stands below it."
            autosize
            minRows={6}
            maxLength={5000}
            {...form.text(`body_${language}`)}
          />
          <Group>
            <Button type="submit" variant="default" loading={form.isSending}>
              Show what would happen
            </Button>
          </Group>
          <p className="soft small">
            This sends nothing yet. Each address gets one mail, after mails with tickets.
          </p>
        </Stack>
      </form>
    </Card>
  )
}
