import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { name: string; figure: ReactNode; words: ReactNode; share?: number }

/** One figure, large. `share`: how much of the whole it is, between 0 and 1. */
export function Tile({ name, figure, words, share }: Props) {
  return (
    <Paper withBorder className="tile">
      <span className="soft small">{name}</span>
      <b>{figure}</b>
      <span className="soft small">{words}</span>
      {share !== undefined && (
        <div className="bar" aria-hidden="true">
          <i className="sold" style={{ width: `${Math.min(100, 100 * share)}%` }} />
        </div>
      )}
    </Paper>
  )
}
