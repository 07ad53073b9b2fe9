import { Button, Group } from '@mantine/core'
import type { DeskSale } from '@marquee-events/client'
import { instantWords, moneyWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { usePrinted } from './use-printed.tsx'

/** The receipt on the screen, and printed alone: on a roll of 80 mm, or on A6. */
export function Receipt({ sale }: { sale: DeskSale }) {
  const { print, printed } = usePrinted(<Slip sale={sale} />)
  return (
    <>
      <Slip sale={sale} />
      <Group mt="sm">
        <Button variant="default" onClick={() => print('roll')}>
          Print on 80 mm
        </Button>
        <Button variant="default" onClick={() => print('a6')}>
          Print on A6
        </Button>
      </Group>
      {printed}
    </>
  )
}

function Slip({ sale }: { sale: DeskSale }) {
  const money = (amount: string) => moneyWords(amount, sale.currency)
  return (
    <div className="slip">
      <p>
        <b>{site.name}</b>
      </p>
      <p>
        Order {sale.order}
        <br />
        {instantWords(sale.created_at)}
      </p>
      <table>
        <tbody>
          {sale.lines.map(({ name, quantity, amount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a receipt is written once
            <tr key={at}>
              <td>
                {quantity} × {name}
              </td>
              <td>{money(amount)}</td>
            </tr>
          ))}
          <tr className="sum">
            <td>Total</td>
            <td>{money(sale.total)}</td>
          </tr>
          {sale.taxes.map(({ name, code, percent, tax }) => (
            <tr key={`${code} ${percent}`}>
              <td>
                of it {name} {percent} %
              </td>
              <td>{money(tax)}</td>
            </tr>
          ))}
          {sale.given !== null && sale.change !== null && (
            <>
              <tr>
                <td>Given</td>
                <td>{money(sale.given)}</td>
              </tr>
              <tr>
                <td>Change</td>
                <td>{money(sale.change)}</td>
              </tr>
            </>
          )}
        </tbody>
      </table>
    </div>
  )
}
