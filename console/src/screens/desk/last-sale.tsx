import { Button, Group, TextInput } from '@mantine/core'
import type { DeskSale } from '@marquee-events/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { marquee } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'
import { Card } from '../../pieces/page.tsx'
import { QrCode } from '../../pieces/qr-code.tsx'
import { counted, instantWords, moneyWords } from '../../pieces/words.ts'
import { countedOut, minorOf } from './basket.ts'
import { Receipt } from './receipt.tsx'
import type { Origin } from './use-sale.ts'

type Due = Pick<DeskSale, 'change' | 'currency'>

/** The change due, larger than anything else on the screen. It stays until the next sale begins. */
export function ChangeDue({ sale, decimals }: { sale: Due; decimals: number }) {
  if (sale.change === null) return null
  const notes = countedOut(minorOf(sale.change, decimals), decimals)
  return (
    <div className="desk-change" role="status">
      <span>Change due</span>
      <b>{moneyWords(sale.change, sale.currency)}</b>
      {notes.length > 0 && notes.length <= 12 && (
        <span className="notes">
          <span className="visually-hidden">for instance </span>
          {notes.map((note, at) => (
            // Equal notes stand beside each other, and none moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is written once
            <i key={`${note}-${at}`}>{note}</i>
          ))}
        </span>
      )}
    </div>
  )
}

const ticketsOf = (sale: DeskSale) =>
  sale.order_url.replace('/tickets-order/?', '/tickets-order/tickets.pdf?')

/** The sale that was just made: its tickets on the screen, on paper or by mail, and its void. */
export function LastSale({
  sale,
  origin,
  till,
  voided,
}: {
  sale: DeskSale
  origin: Origin
  /** The till that may void what was sold into it. */
  till: number
  voided: () => void
}) {
  const [shows, setShows] = useState<'code' | 'send' | 'void' | 'receipt'>()
  const turn = (what: typeof shows) => setShows(before => (before === what ? undefined : what))
  return (
    <Card title={origin === 'found' ? `Order ${sale.order}` : 'Last sale'}>
      <p>
        <Link to="/orders/$order" params={{ order: sale.order }}>
          Order {sale.order}
        </Link>
        , {instantWords(sale.created_at)}: {counted(sale.tickets.length, 'ticket')},{' '}
        {moneyWords(sale.total, sale.currency)}
        {sale.status === 'pending' && ', not paid yet'}
      </p>
      <Group gap="xs" mt="sm">
        <Button variant="default" aria-expanded={shows === 'code'} onClick={() => turn('code')}>
          Show code
        </Button>
        <Button
          variant="default"
          component="a"
          href={ticketsOf(sale)}
          target="_blank"
          rel="noopener"
        >
          Print tickets
        </Button>
        <Button
          variant="default"
          aria-expanded={shows === 'receipt'}
          onClick={() => turn('receipt')}
        >
          Receipt
        </Button>
        <Button variant="default" aria-expanded={shows === 'send'} onClick={() => turn('send')}>
          Send
        </Button>
        {origin === 'till' && (
          <Button variant="default" aria-expanded={shows === 'void'} onClick={() => turn('void')}>
            Void
          </Button>
        )}
      </Group>
      <div style={{ marginTop: 14 }}>
        {shows === 'code' && (
          <>
            <QrCode text={sale.order_url} label="Opens the tickets of this sale" />
            <p className="soft small">The buyer's phone opens the tickets with it.</p>
          </>
        )}
        {shows === 'receipt' && <Receipt sale={sale} />}
        {shows === 'send' && <Send sale={sale} done={() => setShows(undefined)} />}
        {shows === 'void' && till !== undefined && <Void {...sale} till={till} done={voided} />}
      </div>
    </Card>
  )
}

function Send({ sale, done }: { sale: DeskSale; done: () => void }) {
  const [to, setTo] = useState('')
  const send = useWrite({
    write: () => marquee.resendOrder({ id: sale.order, to }),
    changes: ['mails'],
    done: `The tickets leave for ${to}.`,
    after: done,
  })
  return (
    <Group align="end">
      <TextInput
        label="Mail the tickets to"
        type="email"
        value={to}
        onChange={event => setTo(event.currentTarget.value)}
        autoComplete="off"
      />
      <Button loading={send.isPending} disabled={to === ''} onClick={() => send.mutate(undefined)}>
        Send the tickets
      </Button>
    </Group>
  )
}

type Voiding = {
  order: number
  total: string
  currency: string
  till: number
  done: () => void
}

/** Takes a sale of an open till back, with its reason. */
export function Void({ order, total, currency, till, done }: Voiding) {
  const [reason, setReason] = useState('')
  const write = useWrite({
    write: () => marquee.voidDeskSale({ id: till, order, reason }),
    changes: ['desk', 'tills', 'orders', 'tickets', 'attendees'],
    done: `The sale is void: ${moneyWords(total, currency)} go back.`,
    after: done,
  })
  return (
    <Group align="end">
      <TextInput
        label="Why is it void?"
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        autoComplete="off"
      />
      <Button
        color="bad"
        loading={write.isPending}
        disabled={reason.trim() === ''}
        onClick={() => write.mutate(undefined)}
      >
        Void it
      </Button>
    </Group>
  )
}
