import type { Desk } from '@marquee-events/client'
import { moneyWords } from '../../pieces/words.ts'
import type { Basket } from './basket.ts'

type Tile = Desk['tiles'][number]

type Props = { desk: Desk; basket: Basket; change: (tile: Tile, by: number) => void }

/** A tile for each ticket; the first nine have their digits. */
export function Tiles({ desk, basket, change }: Props) {
  if (desk.tiles.length === 0) return <p className="soft">This event has no tickets.</p>
  return (
    <div className="desk-tiles">
      {desk.tiles.map((tile, at) => {
        const many = basket[tile.ticket] ?? 0
        const isGone = tile.left === 0
        return (
          <button
            key={tile.ticket}
            type="button"
            className="desk-tile"
            data-in={many > 0}
            disabled={isGone}
            onClick={() => change(tile, 1)}
          >
            {at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
            <b className="breaks">{tile.name}</b>
            <span
              className="small"
              data-few={tile.left !== null && tile.left > 0 && tile.left < 10}
            >
              {leftWords(tile)}
            </span>
            <span className="price">
              {Number(tile.price) === 0 ? 'free' : moneyWords(tile.price, desk.currency)}
            </span>
            {many > 0 && (
              <span className="many">
                {many}
                <span className="visually-hidden"> in this sale</span>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

function leftWords({ left, on_sale: isOnSale }: Tile): string {
  const many = left === 0 ? 'sold out' : left === null ? '' : `${left.toLocaleString('en')} left`
  const closed = isOnSale || left === 0 ? '' : 'not on sale to buyers'
  return [many, closed].filter(Boolean).join(' · ')
}
