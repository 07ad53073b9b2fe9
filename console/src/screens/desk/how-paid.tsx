import { NativeSelect, TextInput } from '@mantine/core'
import type { Desk } from '@marquee-events/client'
import { decimalOf } from '../../pieces/money-text.ts'
import { moneyWords } from '../../pieces/words.ts'
import { quickNotes } from './basket.ts'
import { Quota } from './quota.tsx'
import { type Method, type Reason, reasons, type Sale } from './use-sale.ts'

type Props = { desk: Desk; sale: Sale }

const ways: readonly { method: Method; label: string; key: string }[] = [
  { method: 'cash', label: 'Cash', key: 'C' },
  { method: 'terminal', label: 'Terminal', key: 'T' },
  { method: 'free', label: 'Free', key: 'F' },
  { method: 'account', label: 'On account', key: 'A' },
]

/** How a sale is paid, and what belongs to it. */
export function HowPaid({ desk, sale }: Props) {
  const { method, setMethod } = sale
  return (
    <>
      <div className="desk-how" role="group" aria-label="How it is paid">
        {ways
          .filter(way => way.method !== 'cash' || desk.cash)
          .map(way => (
            <button
              key={way.method}
              type="button"
              aria-pressed={method === way.method}
              onClick={() => setMethod(way.method)}
            >
              {way.label} <kbd>{way.key}</kbd>
            </button>
          ))}
      </div>
      {method === 'terminal' && (
        <TextInput
          mt="sm"
          label="Number on the slip"
          description="If you want to find it again. Press below only once the terminal says that it is paid."
          value={sale.reference}
          onChange={event => sale.setReference(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      {method === 'free' && <WhyFree desk={desk} sale={sale} />}
      {method === 'account' && (
        <TextInput
          mt="sm"
          label="To be paid by"
          description="The places are taken at once, and let in when it is paid. Say above who pays."
          type="date"
          value={sale.payBy}
          onChange={event => sale.setPayBy(event.currentTarget.value)}
        />
      )}
      {method === 'cash' && sale.total > 0 && <Handed desk={desk} sale={sale} />}
    </>
  )
}

function WhyFree({ desk, sale }: Props) {
  return (
    <>
      <NativeSelect
        mt="sm"
        label="Why are they given away?"
        value={sale.reason}
        onChange={event => sale.setReason(event.currentTarget.value as Reason)}
        data={reasons.map(one => ({ ...one }))}
      />
      <Quota desk={desk} />
    </>
  )
}

function Handed({ desk, sale }: Props) {
  const { decimals, currency } = desk
  const isOther = sale.other !== undefined
  return (
    <>
      <p className="soft small" style={{ marginTop: 12 }}>
        Given
      </p>
      <div className="desk-notes" role="group" aria-label="Given">
        {quickNotes(sale.total, decimals).map(minor => (
          <button
            key={minor}
            type="button"
            aria-pressed={!isOther && sale.given === minor}
            onClick={() => sale.setGiven(minor)}
          >
            {moneyWords(decimalOf(minor, decimals), currency).replace(/[.,]00$/, '')}
          </button>
        ))}
        <button type="button" aria-pressed={isOther} onClick={() => sale.setOther('')}>
          Other
        </button>
      </div>
      {isOther && (
        <TextInput
          mt="sm"
          label="Given"
          inputMode="decimal"
          value={sale.other ?? ''}
          error={sale.other !== '' && sale.typed && 'problem' in sale.typed && sale.typed.problem}
          onChange={event => sale.setOther(event.currentTarget.value)}
          autoComplete="off"
          autoFocus
        />
      )}
    </>
  )
}
