import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

type Paper = 'roll' | 'a6'

/** Prints a slip alone: on a roll of 80 mm, or on A6. What is returned as `printed` stands somewhere on the screen, unseen. */
export function usePrinted(slip: ReactNode) {
  const [paper, setPaper] = useState<Paper>('roll')
  const print = (size: Paper) => {
    setPaper(size)
    // The size is in the document before the printer asks for it.
    requestAnimationFrame(() => globalThis.print())
  }
  const printed = createPortal(
    <div className="printed" data-paper={paper} aria-hidden="true">
      {slip}
    </div>,
    document.body,
  )
  return { print, printed }
}
