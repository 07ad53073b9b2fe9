import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../interface/queries.ts'
import { useRights } from '../../interface/rights.ts'
import { ButtonLink } from '../../pieces/button-link.tsx'
import { FormEnd } from '../../pieces/form-end.tsx'
import { Card, Head } from '../../pieces/page.tsx'
import { DeskCash } from './desk-cash.tsx'
import { LogoCard } from './logo.tsx'
import { MailTexts } from './mail-texts.tsx'
import { PaymentAccounts } from './payment-accounts.tsx'
import { languages, useSettingsForm } from './settings-form.ts'

/** What the site says of itself, and where its money goes. */
export function Settings() {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const { may } = useRights()
  const { form, field } = useSettingsForm(settings, 'Saved. Pages and mails have it at once.')
  return (
    <div className="narrow">
      <Head title="Settings">
        <ButtonLink to="/taxes" variant="default">
          Tax
        </ButtonLink>
        <ButtonLink to="/set-up" variant="default">
          Set up, step by step
        </ButtonLink>
      </Head>
      {may('payments.write') && <PaymentAccounts />}
      <LogoCard settings={settings} />
      <form onSubmit={form.submit} noValidate>
        {form.above}
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
              value={form.values.language}
              data={languages}
              disabled={settings.fixed.includes('language')}
              description="For people who ask for none of ours."
              onChange={({ currentTarget: { value } }) => form.change({ language: value })}
            />
          </Stack>
        </Card>
        <Card title="Selling">
          <Stack>
            <Textarea
              label="Who sells"
              placeholder={'Riverside Hall Ltd\nQuay 4, Bergen\nVAT NO 123'}
              autosize
              minRows={3}
              {...field(
                'seller',
                'Name, address and what the law asks for, a line each. On receipts, and below mails about orders.',
              )}
            />
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
        <DeskCash settings={settings} form={form} />
        <FormEnd isSending={form.isSending}>Save</FormEnd>
      </form>
      <MailTexts />
    </div>
  )
}
