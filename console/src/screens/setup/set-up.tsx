import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { settingsQuery } from '../../interface/queries.ts'
import { Card, Head, Waiting } from '../../pieces/page.tsx'
import { site } from '../../site.ts'
import { languages, useSettingsForm } from '../settings/settings-form.ts'
import { siteName, StepList } from './step-list.tsx'
import { useSteps } from './use-steps.ts'

/** From an empty installation to the first sale. The site is named here; every other step leads to its screen. */
export function SetUp() {
  const steps = useSteps()
  return (
    <>
      <Head title="Set up" above="Six steps to the first sale. You may leave and come back." />
      <div className="wide-two">
        <Card title="The steps">
          {steps ? (
            <StepList steps={steps} next={steps.find(({ isDone }) => !isDone)} />
          ) : (
            <Waiting />
          )}
        </Card>
        <SiteForm />
      </div>
    </>
  )
}

function SiteForm() {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const { form, field } = useSettingsForm(settings, 'Saved. The next step is marked.')
  // Following the link of the first step leads into the form, also for whoever is here already.
  const { hash, state } = useRouterState({ select: ({ location }) => location })
  useEffect(() => {
    if (hash !== siteName) return undefined
    const waiting = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#${hash}`)?.focus(),
    )
    return () => cancelAnimationFrame(waiting)
  }, [hash, state])
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Card title="Who you are">
        <Stack>
          <TextInput
            id={siteName}
            label="Name of the site"
            {...field('name', 'On pages and in mails.')}
          />
          <Textarea
            label="Who sells"
            placeholder={'Riverside Hall Ltd\nQuay 4, Bergen\nVAT NO 123'}
            autosize
            minRows={3}
            {...field('seller', 'Name and address, on receipts and below mails about orders.')}
          />
          <TextInput
            label="Sender of mails"
            type="email"
            {...field('sender', 'Buyers answer to it. Empty: tickets@ and the host of the site.')}
          />
          <NativeSelect
            label="Language"
            value={form.values.language}
            data={languages}
            disabled={settings.fixed.includes('language')}
            description="For people who ask for none of ours."
            onChange={({ currentTarget: { value } }) => form.change({ language: value })}
          />
          <p className="soft small">
            Prices are in {site.currency} and days are those of {site.zone}. Whoever runs the
            service sets both, as SITE_CURRENCY and SITE_TIMEZONE, before the first sale.
          </p>
          <div>
            <Button type="submit" loading={form.isSending}>
              Save
            </Button>
          </div>
        </Stack>
      </Card>
    </form>
  )
}
