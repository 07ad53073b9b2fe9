import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { GetSettingsResponse } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { marquee } from '../../interface/marquee.ts'
import { settingsQuery } from '../../interface/queries.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Card, Head } from '../../pieces/page.tsx'

type Name = GetSettingsResponse['fixed'][number]

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'nb', label: 'Norsk bokmål' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
]

/** What the site says of itself. */
export function Settings() {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const ended = useEnded()
  const { fixed, ...first } = settings
  const form = useFields<Record<Name, string>>(first, async values => {
    const changed = Object.entries(values).filter(
      ([name, value]) => value !== settings[name as Name] && !fixed.includes(name as Name),
    )
    await marquee.updateSettings(Object.fromEntries(changed))
    await ended(['settings'])
    say('Saved. Pages and mails have it at once.')
  })
  const { values, text, change } = form
  const field = (name: Name, description: string) => {
    const isFixed = fixed.includes(name)
    const why = 'The environment of the service decides it.'
    return { ...text(name), disabled: isFixed, description: isFixed ? why : description }
  }
  return (
    <>
      <Head title="Settings" />
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <Card title="The site">
          <Stack>
            <TextInput label="Name" {...field('name', 'On pages and in mails.')} />
            <TextInput
              label="Accent colour"
              placeholder="#6a1b4d"
              {...field(
                'accent',
                'Of buttons and links, as #rrggbb. Contrast is kept whatever it is.',
              )}
            />
            <NativeSelect
              label="Language"
              value={values.language}
              data={languages}
              disabled={fixed.includes('language')}
              description="For people who ask for none of ours."
              onChange={({ currentTarget: { value } }) => change({ language: value })}
            />
          </Stack>
        </Card>
        <Card title="Selling">
          <Stack>
            <TextInput
              label="Sender of mails"
              type="email"
              {...field('sender', 'Empty: tickets@ and the host of the site.')}
            />
            <TextInput
              label="Address of the terms of sale"
              type="url"
              {...field('terms_url', 'Buyers have to accept them. Empty: none.')}
            />
            <TextInput
              label="Version of the terms"
              {...field('terms_version', 'Names the text that is in force, such as a date.')}
            />
            <TextInput
              label="Address of the imprint"
              type="url"
              {...field('imprint_url', 'Every page links it. Empty: none.')}
            />
            <TextInput
              label="Address of the privacy policy"
              type="url"
              {...field('privacy_url', 'Every page links it. Empty: none.')}
            />
          </Stack>
        </Card>
        <Button type="submit" loading={form.isSending}>
          Save
        </Button>
      </form>
    </>
  )
}
