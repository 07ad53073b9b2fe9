import {
  Button,
  FileInput,
  Group,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import type { BroughtCoupons, CodeList } from '@marquee-events/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Dialog } from '../../pieces/dialog.tsx'
import { useFields } from '../../pieces/form.tsx'
import { counted } from '../../pieces/words.ts'

type Props = { templates: CodeList['coupons'] }

/** The dialog that makes many codes like one of these; the address opens it by `many`. */
export function ManyCodes({ templates }: Props) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { many, ...rest } = search
  const close = () => void navigate({ to: '.', search: rest as never, replace: true })
  return (
    <Dialog opened={many !== undefined} onClose={close} title="Make many codes" size="lg">
      {templates.length === 0 ? (
        <p>
          Make one code first: with what it takes off, its limits and its dates. Many codes are made
          like it.
        </p>
      ) : (
        <ManyForm templates={templates} close={close} />
      )}
    </Dialog>
  )
}

const first = { template: '', way: 'random', count: '100', prefix: '', tag: '', csv: '' }
type Draft = typeof first

const withTag = ({ tag }: Draft) => (tag.trim() === '' ? {} : { tag })

function ManyForm({ templates, close }: Props & { close: () => void }) {
  const ended = useEnded()
  const [judged, setJudged] = useState<BroughtCoupons>()
  const send = async (draft: Draft) => {
    const template = Number(draft.template)
    if (draft.way === 'random') {
      const { count, prefix } = draft
      await marquee.createCouponBatch({ template, count: Number(count), prefix, ...withTag(draft) })
      await ended(['coupons'])
      say(`${counted(Number(count), 'code')} are there. Download them below.`)
      return close()
    }
    const list = { template, csv: draft.csv, ...withTag(draft) }
    if (judged === undefined) {
      return setJudged(await marquee.importCouponBatch({ ...list, dry_run: true }))
    }
    const { made } = await marquee.importCouponBatch(list)
    await ended(['coupons'])
    say(`${counted(made, 'code')} of the list are there.`)
    return close()
  }
  const form = useFields({ ...first, template: String(templates[0]?.id ?? '') }, send, {
    check: ({ way, count, csv }) => ({
      ...(way === 'random' && !isCount(count) && { count: 'A whole number from 1 to 1,000.' }),
      ...(way === 'list' && csv === '' && { csv: 'Which file?' }),
    }),
  })
  const { text, values } = form
  const change = (more: Partial<Draft>) => {
    setJudged(undefined)
    form.change(more)
  }
  const isList = values.way === 'list'
  return (
    <form onSubmit={form.submit} noValidate>
      {form.above}
      <Stack>
        <NativeSelect
          label="Each is like"
          description="It takes off the same, with the same limits and dates. Each counts by itself."
          name="template"
          value={values.template}
          error={form.problems['template']}
          data={templates.map(({ id, slug }) => ({ value: String(id), label: slug }))}
          onChange={({ currentTarget }) => change({ template: currentTarget.value })}
        />
        <Radio.Group label="The codes" value={values.way} onChange={way => change({ way })}>
          <Stack gap="sm" mt="xs">
            <Radio value="random" label="are made up, and hard to guess" />
            <Radio value="list" label="come from a list of mine (CSV)" />
          </Stack>
        </Radio.Group>
        {isList ? (
          <FileInput
            label="List"
            description="With a column “code”, and “name” where each has one; at most 1,000 lines."
            accept=".csv,text/csv,text/plain"
            placeholder="Choose a file"
            error={form.problems['csv']}
            onChange={file => void file?.text().then(csv => change({ csv }))}
          />
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="How many" inputMode="numeric" {...text('count')} data-autofocus />
            <TextInput
              label="They begin with"
              description="Such as CHOIR-. May be empty."
              autoComplete="off"
              maxLength={40}
              {...text('prefix')}
            />
          </SimpleGrid>
        )}
        <TextInput
          label="Tag"
          description="Reports add up what has the same one. Empty: that of the code above."
          maxLength={100}
          {...text('tag')}
        />
        {isList && judged && <Judged judged={judged} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending} disabled={isList && judged?.made === 0}>
            {buttonOf(values, judged)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const isCount = (typed: string) =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 1000

function buttonOf({ way, count }: Draft, judged: BroughtCoupons | undefined): string {
  if (way === 'random')
    return isCount(count) ? `Make ${counted(Number(count), 'code')}` : 'Make the codes'
  return judged ? `Make ${counted(judged.made, 'code')}` : 'Check the list'
}

function Judged({ judged: { made, refused } }: { judged: BroughtCoupons }) {
  return (
    <div role="status">
      <p className="strong">
        {`${counted(made, 'line')} would become a code, ${refused.length} would not.`}
      </p>
      {refused.length > 0 && (
        <ul className="small">
          {refused.slice(0, 50).map(({ line, code, reason }) => (
            <li key={line}>{`Line ${line}${code === '' ? '' : ` (${code})`}: ${reason}`}</li>
          ))}
          {refused.length > 50 && <li>{`and ${refused.length - 50} more`}</li>}
        </ul>
      )}
    </div>
  )
}
