import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { Coupon } from '@marquee-events/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { couponsQuery } from '../../interface/queries.ts'
import { say, useEnded, useWrite } from '../../interface/writes.ts'
import { Badges } from '../../pieces/badges.tsx'
import { Dialog, useDialogInAddress } from '../../pieces/dialog.tsx'
import { Problem, useFields } from '../../pieces/form.tsx'
import { Empty, Head } from '../../pieces/page.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { plain, wallWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { readRule, ruleWords } from './price-rule.ts'
import { OnOff, problemOfRule, RuleFields } from './rule-fields.tsx'

const route = getRouteApi('/coupons')

const columns: readonly Column<Coupon>[] = [
  {
    head: 'Code',
    cell: ({ slug, name }) => (
      <>
        <span className="strong code">{slug}</span>
        <div className="soft small">{plain(name)}</div>
      </>
    ),
  },
  { head: 'Takes off', cell: ruleWords },
  {
    head: 'Valid',
    cell: ({ start_time, end_time }) => (
      <span className="small">
        {start_time === null ? 'at once' : `from ${wallWords(start_time)}`}
        {end_time !== null && `, until ${wallWords(end_time)}`}
      </span>
    ),
  },
  {
    head: 'Used',
    cell: ({ used, usage_limit }) =>
      usage_limit === null ? `${used} times` : `${used} of ${usage_limit}`,
  },
  { head: 'State', right: true, cell: coupon => <Switch coupon={coupon} /> },
]

function Switch({ coupon }: { coupon: Coupon }) {
  const isActive = coupon.status === 'active'
  const write = useWrite({
    write: () => marquee.updateCoupon({ id: coupon.id, status: isActive ? 'inactive' : 'active' }),
    changes: ['coupons'],
    done: isActive ? `${coupon.slug} is off.` : `${coupon.slug} is on.`,
  })
  return (
    <OnOff
      name={coupon.slug}
      isOn={isActive}
      on="Active"
      isWaiting={write.isPending}
      turn={() => write.mutate(undefined)}
    />
  )
}

/** Codes that take something off the price. */
export function Coupons() {
  const { data: all } = useSuspenseQuery(couponsQuery)
  const { search } = route.useSearch()
  const navigate = route.useNavigate()
  const coupons = all.filter(
    ({ slug, name }) => !search || `${slug} ${name}`.toLowerCase().includes(search.toLowerCase()),
  )
  const { isOpen, open, close } = useDialogInAddress()
  return (
    <>
      <Head title="Coupons">
        <Button onClick={open}>New coupon</Button>
      </Head>
      {search !== undefined && (
        <Badges
          badges={[{ what: 'Code', value: search, remove: () => void navigate({ search: {} }) }]}
        />
      )}
      {coupons.length === 0 ? (
        <Empty title={search ? 'No coupon is like that' : 'There are no coupons'}>
          <p className="soft">A code takes a share or an amount off the price of a cart.</p>
        </Empty>
      ) : (
        <Records label="Coupons" columns={columns} rows={coupons} keyOf={({ id }) => id} />
      )}
      <Dialog opened={isOpen} onClose={close} title="New coupon" size="lg">
        <CouponForm close={close} />
      </Dialog>
    </>
  )
}

function useCouponForm(close: () => void) {
  const ended = useEnded()
  return useFields(
    {
      slug: '',
      display_name: '',
      sub_type: 'percent',
      raw_amount: '',
      usage_limit: '',
      start_time: '',
      end_time: '',
    },
    async values => {
      const rule = readRule(values.sub_type, values.raw_amount)
      if ('problem' in rule) return
      await marquee.createCoupon({
        slug: values.slug,
        display_name: values.display_name || values.slug,
        status: 'active',
        sub_type: values.sub_type === 'percent' ? 'percent' : 'flat',
        ...rule,
        usage_limit: Number(values.usage_limit || 0),
        start_time: values.start_time.replace('T', ' '),
        end_time: values.end_time.replace('T', ' '),
      })
      await ended(['coupons'])
      say(`${values.slug} is there.`)
      close()
    },
    {
      names: { amount: 'raw_amount' },
      check: values => ({
        ...(values.slug.trim() === '' && { slug: 'What do buyers type?' }),
        ...problemOfRule(values),
      }),
    },
  )
}

function CouponForm({ close }: { close: () => void }) {
  const form = useCouponForm(close)
  const { text } = form
  return (
    <form onSubmit={form.submit} noValidate>
      <Problem problems={form.problems} />
      <Stack>
        <TextInput
          label="Code"
          description="What buyers type."
          {...text('slug')}
          data-autofocus
          autoComplete="off"
        />
        <TextInput
          label="Name"
          description="For colleagues. Empty: the code."
          {...text('display_name')}
        />
        <RuleFields
          form={form}
          label="It takes off"
          percent="a share of the price"
          flat="an amount"
        />
        <TextInput
          label="At most so many orders"
          description="Empty: no limit."
          inputMode="numeric"
          {...text('usage_limit')}
        />
        <TextInput
          label="Valid from"
          type="datetime-local"
          description={`Empty: at once. In ${site.zone}.`}
          {...text('start_time')}
        />
        <TextInput
          label="Valid until"
          type="datetime-local"
          description="Empty: for ever."
          {...text('end_time')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending}>
            Add the coupon
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
