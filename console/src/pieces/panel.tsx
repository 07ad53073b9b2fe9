import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = { label: string; onClose: () => void; aside?: ReactNode; children: ReactNode }

/** A record beside its list; on a phone it takes the place of the list. Closing puts the focus back where it was. */
export function Panel({ label, onClose, aside, children }: Props) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [label])
  useHotkeys([
    ['Escape', () => document.querySelector('[role=dialog]') === null && close.current()],
  ])
  return (
    <aside className="panel" aria-label={label} ref={panel} tabIndex={-1}>
      <div className="acts" style={{ justifyContent: 'space-between', marginBottom: 6 }}>
        <span className="soft small">{label}</span>
        <span className="acts">
          {aside}
          <ActionIcon aria-label="Close the panel" onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </span>
      </div>
      {children}
    </aside>
  )
}
