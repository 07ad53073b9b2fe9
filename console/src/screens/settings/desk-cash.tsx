import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { GetSettingsResponse } from '@marquee-events/client'
import { countries } from '../../../../src/core/countries.ts'
import { Card } from '../../pieces/page.tsx'
import type { useSettingsForm } from './settings-form.ts'

type Props = {
  settings: Pick<GetSettingsResponse, 'fixed' | 'cash_note' | 'seller_country'>
  form: ReturnType<typeof useSettingsForm>['form']
}

const names = new Intl.DisplayNames('en', { type: 'region' })
const choices = countries
  .map(value => ({ value, label: names.of(value) ?? value }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

const byEnvironment = 'The environment of the service decides it.'

/** Whether the desk takes cash, and what the law of the seller's country asks of whoever does. */
export function DeskCash({ settings: { fixed, cash_note, seller_country }, form }: Props) {
  const { desk_cash: cash, seller_country: country } = form.values
  return (
    <Card title="Cash at the desk">
      <Stack>
        <NativeSelect
          label="Country where you are taxed"
          value={country}
          data={[{ value: '', label: 'Not said' }, ...choices]}
          disabled={fixed.includes('seller_country')}
          description={fixed.includes('seller_country') ? byEnvironment : undefined}
          error={form.problems.seller_country}
          onChange={({ currentTarget: { value } }) => form.change({ seller_country: value })}
        />
        <Checkbox
          label="The desk takes cash"
          checked={cash === 'on'}
          disabled={fixed.includes('desk_cash')}
          description={
            fixed.includes('desk_cash')
              ? byEnvironment
              : 'Without it the desk sells at card terminals only. Open tills can still be closed.'
          }
          onChange={({ currentTarget: { checked } }) =>
            form.change({ desk_cash: checked ? 'on' : 'off' })
          }
        />
        <p className="soft">
          {country === seller_country
            ? cash_note
            : 'Save, and read here what this country asks of whoever takes cash.'}
        </p>
      </Stack>
    </Card>
  )
}
