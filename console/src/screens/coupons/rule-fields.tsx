import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { useFields } from '../../pieces/form.tsx'
import { site } from '../../site.ts'
import { State } from '../events/event-state.tsx'
import { readRule } from './price-rule.ts'

type Rule = { sub_type: string; raw_amount: string }

type Props = {
  form: {
    values: Rule
    change: (more: { sub_type: string }) => void
    text: (name: 'raw_amount') => ReturnType<ReturnType<typeof useFields<Rule>>['text']>
  }
  label: string
  percent: string
  flat: string
}

/** What a coupon takes off and a fee adds: a share of the price, or an amount. */
export function RuleFields({ form, label, percent, flat }: Props) {
  const isShare = form.values.sub_type === 'percent'
  return (
    <>
      <NativeSelect
        label={label}
        value={form.values.sub_type}
        data={[
          { value: 'percent', label: percent },
          { value: 'flat', label: flat },
        ]}
        onChange={({ currentTarget: { value } }) => form.change({ sub_type: value })}
      />
      <TextInput
        label={isShare ? 'Per cent' : `Amount in ${site.currency}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.text('raw_amount')}
      />
    </>
  )
}

/** What is wrong with a share or an amount, for the form's field. */
export function problemOfRule({ sub_type, raw_amount }: Rule): { raw_amount?: string } {
  const rule = readRule(sub_type, raw_amount)
  return 'problem' in rule ? { raw_amount: rule.problem } : {}
}

type SwitchProps = { name: string; isOn: boolean; on: string; isWaiting: boolean; turn: () => void }

/** Whether something counts, and the button that turns it. */
export function OnOff({ name, isOn, on, isWaiting, turn }: SwitchProps) {
  return (
    <Group gap="xs" justify="flex-end">
      <State colour={isOn ? 'good' : 'warn'}>{isOn ? on : 'Off'}</State>
      <Button
        variant="subtle"
        loading={isWaiting}
        aria-label={`Turn ${name} ${isOn ? 'off' : 'on'}`}
        onClick={turn}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
    </Group>
  )
}
