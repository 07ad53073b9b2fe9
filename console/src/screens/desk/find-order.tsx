import { Button, Group, TextInput } from '@mantine/core'
import {
  type DeskOrder,
  type DeskSale,
  MarqueeError,
  type TillOfList,
} from '@marquee-events/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { unpaidQuery } from '../../interface/desk-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { tellRefusal, useEnded } from '../../interface/writes.ts'
import { wordsOf } from '../../interface/wrong.ts'
import { Card, Wrong } from '../../pieces/page.tsx'
import { counted, dayWords, moneyWords } from '../../pieces/words.ts'

type Props = {
  event: number
  till: TillOfList
  hasCash: boolean
  /** The order whose tickets are shown and printed now. */
  shows: (sale: DeskSale) => void
}

/** Orders of tickets that somebody shows, and those that wait for their money: found, paid, and printed again. */
export function FindOrder({ event, till, hasCash, shows }: Props) {
  const [code, setCode] = useState('')
  const [hits, setHits] = useState<readonly DeskOrder[]>()
  const [wrong, setWrong] = useState<string>()
  const unpaid = useQuery(unpaidQuery(event))
  const orders = hits ?? unpaid.data ?? []
  const find = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setWrong(undefined)
    if (code.trim() === '') return setHits(undefined)
    try {
      const { orders: all } = await marquee.listDeskOrders({ event, code: code.trim() })
      setHits(all)
      if (all.length === 0) setWrong('This is no ticket and no order of this event.')
    } catch (error) {
      setWrong(wordsOf(error))
    }
  }
  return (
    <Card title="Unpaid, or print again">
      <form onSubmit={event_ => void find(event_)}>
        <Group align="end">
          <TextInput
            style={{ flex: '1 1 200px' }}
            label="Ticket or order"
            description="Scan the code, or type its eight letters or the order's number."
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(value)}
            autoComplete="off"
          />
          <Button type="submit" variant="default">
            Find
          </Button>
        </Group>
      </form>
      <Wrong text={wrong} />
      <ul className="lines" aria-label="Orders">
        {orders.map(order => (
          <Line
            key={order.id}
            {...{ order, till, hasCash, shows }}
            done={() => {
              setHits(undefined)
              setCode('')
            }}
          />
        ))}
      </ul>
      {hits === undefined && orders.length === 0 && <p className="soft">Nobody owes anything.</p>}
    </Card>
  )
}

type LineProps = Omit<Props, 'event'> & { order: DeskOrder; done: () => void }

function Line({ order, till, hasCash, shows, done }: LineProps) {
  const isOwed = order.status === 'pending' && Number(order.owed) > 0
  return (
    <li>
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <span className="strong breaks">{order.name || `Order ${order.id}`}</span>
        <div className="soft small">
          Order {order.id}, {counted(order.places, 'place')}
          {isOwed &&
            order.pay_by !== null &&
            `, to be paid by ${dayWords(`${order.pay_by} 00:00:00`)}`}
          {!isOwed && `, ${order.status === 'completed' ? 'paid' : order.status}`}
        </div>
      </div>
      {isOwed ? (
        <TakeMoney {...{ order, till, hasCash, shows, done }} />
      ) : (
        <Reprint order={order.id} shows={shows} />
      )}
    </li>
  )
}

function Reprint({ order, shows }: { order: number; shows: (sale: DeskSale) => void }) {
  const read = useMutation({
    mutationFn: () => marquee.getDeskSale({ id: order }),
    onSuccess: shows,
    onError: tellRefusal,
  })
  return (
    <Button
      variant="default"
      loading={read.isPending}
      onClick={() => read.mutate()}
      aria-label={`Print order ${order} again`}
    >
      Print again
    </Button>
  )
}

const methods = { cash: 'In cash', terminal: 'At the terminal', bank: 'By transfer' } as const
type Method = keyof typeof methods

/** Marks an order as paid: into this till, or to the bank with its reference. Under one key, so that it is paid once. */
function TakeMoney({ order, till, hasCash, shows, done }: LineProps) {
  const [method, setMethod] = useState<Method>()
  const [reference, setReference] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const ended = useEnded()
  const inWords = (amount: string) => moneyWords(amount, order.currency)
  const amount = inWords(method === 'cash' ? order.owed_in_cash : order.owed)
  const take = async () => {
    if (!method) return
    setSending(true)
    setWrong(undefined)
    try {
      const body = { id: order.id, method, ...(reference !== '' && { reference }) }
      const sale = await marquee.takeDeskPayment(
        method === 'bank' ? body : { ...body, till: till.id },
        { idempotencyKey: key },
      )
      shows(sale)
      done()
    } catch (error) {
      setWrong(wordsOf(error))
      if (error instanceof MarqueeError && error.status < 500) setKey(crypto.randomUUID())
    } finally {
      setSending(false)
      await ended(['desk', 'tills', 'orders', 'attendees'])
    }
  }
  return (
    <div className="desk-take">
      <b>Unpaid: {inWords(order.owed)}</b>
      <div className="desk-how" role="group" aria-label={`How order ${order.id} is paid`}>
        {(Object.keys(methods) as Method[])
          .filter(one => one !== 'cash' || hasCash)
          .map(one => (
            <button
              key={one}
              type="button"
              aria-pressed={method === one}
              onClick={() => setMethod(one)}
            >
              {methods[one]}
            </button>
          ))}
      </div>
      {method !== undefined && method !== 'cash' && (
        <TextInput
          label={method === 'bank' ? 'Reference of the transfer' : 'Number on the slip'}
          value={reference}
          onChange={({ currentTarget: { value } }) => setReference(value)}
          autoComplete="off"
        />
      )}
      <Wrong text={wrong} />
      {method !== undefined && (
        <Button loading={isSending} onClick={() => void take()}>
          {amount} {method === 'bank' ? 'has arrived' : method === 'cash' ? 'taken' : 'was paid'}
        </Button>
      )}
    </div>
  )
}
