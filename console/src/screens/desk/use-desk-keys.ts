import { useEffect, useRef } from 'react'

type Keys = {
  digit: (digit: number) => void
  cash: () => void
  terminal: () => void
  free: () => void
  enter: () => void
}

/** The keys of the desk: digits choose tickets, C, T and F how it is paid, Enter takes it. Not while somebody types or a button has them. */
export function useDeskKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      const target = event.target instanceof HTMLElement ? event.target : undefined
      if (isModified || target?.closest('input, textarea, select, [role=dialog]')) return
      const key = event.key.toLowerCase()
      if (/^[1-9]$/.test(key)) latest.current.digit(Number(key))
      else if (key === 'c') latest.current.cash()
      else if (key === 't') latest.current.terminal()
      else if (key === 'f') latest.current.free()
      else if (key === 'enter' && !target?.closest('a, button:not(.desk-tile)')) {
        event.preventDefault()
        latest.current.enter()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
