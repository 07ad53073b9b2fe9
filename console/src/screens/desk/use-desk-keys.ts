import { useEffect, useRef } from 'react'

type Keys = {
  digit: (digit: number) => void
  cash: () => void
  terminal: () => void
  free: () => void
  account: () => void
  enter: () => void
}

/** The keys of the desk: digits choose tickets, C, T, F and A how it is paid, Enter takes it. Not while somebody types or a button has them. */
export function useDeskKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : undefined
      if (isModified(event) || target?.closest('input, textarea, select, [role=dialog]')) return
      const key = event.key.toLowerCase()
      if (key !== 'enter') return choose(latest.current, key)
      if (target?.closest('a, button:not(.desk-tile)')) return
      event.preventDefault()
      latest.current.enter()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const isModified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

function choose(keys: Keys, key: string): void {
  if (/^[1-9]$/.test(key)) keys.digit(Number(key))
  else if (key === 'c') keys.cash()
  else if (key === 't') keys.terminal()
  else if (key === 'f') keys.free()
  else if (key === 'a') keys.account()
}
