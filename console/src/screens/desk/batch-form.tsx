import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Desk } from '@marquee-events/client'
import { marquee } from '../../interface/marquee.ts'
import { say, useEnded } from '../../interface/writes.ts'
import { Problem, useFields } from '../../pieces/form.tsx'
import { decimalOf } from '../../pieces/money-text.ts'
import { Card } from '../../pieces/page.tsx'
import { counted, moneyWords } from '../../pieces/words.ts'
import { minorOf } from './basket.ts'
import { inDays } from './days.ts'
import { reasons } from './use-sale.ts'

const most = 500

const placesOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0)

/** A sheet of unnamed tickets: on account, or given away. */
export function BatchForm({ desk }: { desk: Desk }) {
  const { event, tiles, decimals, currency } = desk
  const ended = useEnded()
  const first = {
    ticket: String(tiles[0]?.ticket ?? ''),
    n: '',
    place: '',
    how: 'account',
    pay_by: inDays(14),
    reason: 'partner',
  }
  const form = useFields(
    first,
    async ({ ticket, n, place, how, pay_by, reason }) => {
      const body = { event, ticket: Number(ticket), n: placesOf(n), place }
      const made = await marquee.makeDeskBatch(
        how === 'account'
          ? { ...body, pay_by, expected_total: decimalOf(total(), decimals) }
          : { ...body, reason: reason as 'partner' },
      )
      form.change({ n: '', place: '' })
      form.settled()
      await ended(['desk', 'orders', 'tickets', 'attendees'])
      say(`${counted(made.places, 'ticket')} for ${made.place}: print their sheet.`)
    },
    {
      check: ({ n, place }) => ({
        ...((placesOf(n) < 1 || placesOf(n) > most) && { n: `From 1 to ${most}.` }),
        ...(place.trim() === '' && { place: 'Who sells them, or gives them out?' }),
      }),
    },
  )
  const total = () => {
    const tile = tiles.find(({ ticket }) => String(ticket) === form.values.ticket)
    return placesOf(form.values.n) * minorOf(tile?.price ?? '0', decimals)
  }
  const isAccount = form.values.how === 'account'
  return (
    <Card title="A new sheet">
      <form onSubmit={form.submit} noValidate>
        <Problem problems={form.problems} />
        <div className="till-form">
          <NativeSelect
            label="Ticket"
            {...form.text('ticket')}
            data={tiles.map(({ ticket, name }) => ({ value: String(ticket), label: name }))}
          />
          <TextInput label="How many" inputMode="numeric" {...form.text('n')} />
          <TextInput label="For" placeholder="The bookshop" {...form.text('place')} />
          <NativeSelect
            label="How"
            {...form.text('how')}
            data={[
              { value: 'account', label: 'On account' },
              { value: 'away', label: 'Given away' },
            ]}
          />
          {isAccount ? (
            <TextInput label="To be paid by" type="date" {...form.text('pay_by')} />
          ) : (
            <NativeSelect
              label="Why"
              {...form.text('reason')}
              data={reasons.map(one => ({ ...one }))}
            />
          )}
        </div>
        <Group mt="md">
          <Button type="submit" loading={form.isSending}>
            Make the sheet
          </Button>
          <span className="soft">
            {isAccount && placesOf(form.values.n) > 0
              ? `${moneyWords(decimalOf(total(), decimals), currency)} if all are sold. What comes back is not owed.`
              : 'Their places are taken at once. They are let in before they are paid.'}
          </span>
        </Group>
      </form>
    </Card>
  )
}
