import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ListAddress } from '../interface/list-address.ts'

/** A column of a chart: its figure is the number of rows at its address. */
export type Bar = {
  readonly name: string
  /** Shown below the column; empty where there is no room. */
  readonly short: string
  /** Undefined until it was counted. */
  readonly value: number | undefined
  /** The figure in words, where the number alone is not enough. */
  readonly label?: string
  /** A further figure, drawn as the frame that `value` fills. */
  readonly of?: number
  /** What is not over yet is hatched. */
  readonly isOpen?: boolean
  readonly rows: ListAddress
}

type Props = {
  title: string
  /** The head of the table's first column. */
  each: string
  counted: string
  bars: readonly Bar[]
  note: string
  /** The screen that has the rows. */
  to?: '/attendees' | '/reports/entries'
}

const height = 150
const gap = 6

/** Columns with the same figures as a table, in which each figure leads to its rows. */
export function Chart({ title, each, counted, bars, note, to = '/attendees' }: Props) {
  const [isTable, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <div className="chart" aria-busy={bars.some(({ value }) => value === undefined)}>
      <div className="head" style={{ marginBottom: 10 }}>
        <h2 id={id}>{title}</h2>
        <button type="button" className="plain" aria-expanded={isTable} onClick={toggle}>
          {isTable ? 'As a chart' : 'As a table'}
        </button>
      </div>
      {isTable ? (
        <Table title={title} each={each} counted={counted} bars={bars} to={to} />
      ) : (
        <Columns bars={bars} title={`${title}. ${spoken(bars)}`} />
      )}
      <p className="soft small" style={{ marginTop: 8 }}>
        {note}
      </p>
    </div>
  )
}

/** The picture in words: what a table would be too long for. */
function spoken(bars: readonly Bar[]): string {
  const top = bars.reduce<Bar | undefined>(
    (best, bar) => (best === undefined || (bar.value ?? 0) > (best.value ?? 0) ? bar : best),
    undefined,
  )
  const sum = bars.reduce((all, { value }) => all + (value ?? 0), 0)
  return top === undefined || sum === 0
    ? 'Nothing yet.'
    : `${sum} in all, most of them ${top.name}: ${top.value}.`
}

function Columns({ bars, title }: { bars: readonly Bar[]; title: string }) {
  const most = Math.max(1, ...bars.map(({ value, of }) => Math.max(value ?? 0, of ?? 0)))
  // A day on which more was given back than taken stands below the line.
  const least = Math.min(0, ...bars.map(({ value }) => value ?? 0))
  const hatch = useId()
  // Few columns have room for whole names.
  const step = bars.length <= 6 ? 90 : 40
  const side = bars.length <= 6 ? 22 : gap
  const width = Math.max(bars.length <= 6 ? 4 : 1, bars.length) * step
  const tall = (value: number) => (height * Math.abs(value)) / (most - least)
  const zero = 20 + (height * most) / (most - least)
  return (
    <svg
      className="columns"
      viewBox={`0 0 ${width} ${height + 44}`}
      role="img"
      aria-label={title}
      preserveAspectRatio="xMidYMid meet"
      style={{ maxHeight: 260 }}
    >
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3" height="6" className="fill" />
        </pattern>
      </defs>
      {bars.every(({ value, of }) => value === 0 && !of) && (
        <text className="none" x={width / 2} y={height / 2 + 20}>
          Nothing yet
        </text>
      )}
      <line x1="0" x2={width} y1={zero + 0.5} y2={zero + 0.5} className="axis" />
      {bars.map(({ name, short, value = 0, label = value, of, isOpen }, at) => {
        const x = at * step + side
        return (
          <g key={name}>
            {of !== undefined && (
              <rect
                className="frame"
                x={x}
                y={zero - tall(of)}
                width={step - 2 * side}
                height={tall(of)}
                rx="3"
              />
            )}
            <rect
              className={isOpen ? 'open' : 'fill'}
              fill={isOpen ? `url(#${hatch})` : undefined}
              x={x}
              y={value < 0 ? zero : zero - tall(value)}
              width={step - 2 * side}
              height={tall(value)}
              rx="3"
            />
            {value !== 0 && (
              <text
                className="figure"
                x={at * step + step / 2}
                y={zero - 6 - (value > 0 ? tall(value) : 0)}
              >
                {label}
              </text>
            )}
            <text className="below" x={at * step + step / 2} y={height + 37}>
              {short}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function Table({ title, each, counted, bars, to = '/attendees' }: Omit<Props, 'note'>) {
  const hasFrame = bars.some(({ of }) => of !== undefined)
  return (
    <table className="records figures" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{each}</th>
          <th scope="col" className="right">
            {counted}
          </th>
          {hasFrame && (
            <th scope="col" className="right">
              Sold
            </th>
          )}
          <th scope="col" className="right">
            Rows
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, value = 0, label = value, of, rows }) => (
          <tr key={name}>
            <td>{name}</td>
            <td className="right">{label}</td>
            {hasFrame && <td className="right">{of}</td>}
            <td className="right">
              <Link to={to} search={rows} aria-label={`Show the rows of ${name}`}>
                show rows
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
