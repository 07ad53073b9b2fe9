import type { AnyRouter } from '@tanstack/react-router'

const key = 'marquee place'
/** After so long, what is still not there will not come. */
const patienceMs = 10_000
const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Keeps how far down a screen was over a reload. What a screen shows is read after it is there, so it grows: the place is
 * gone to again each time, until the person does something.
 */
export function keepPlaceOverReloads(router: AnyRouter) {
  addEventListener('pagehide', () =>
    sessionStorage.setItem(key, JSON.stringify({ at: location.href, y: scrollY })),
  )
  const y = placeBefore()
  if (y === 0) return
  const ending = new AbortController()
  const { signal } = ending
  const go = () => {
    if (!signal.aborted) scrollTo({ top: y, behavior: 'instant' })
  }
  const growing = new ResizeObserver(go)
  growing.observe(document.documentElement)
  growing.observe(document.body)
  const leave = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation && fromLocation.href !== toLocation.href) ending.abort()
    else go()
  })
  for (const act of acts) addEventListener(act, () => ending.abort(), { signal, passive: true })
  setTimeout(() => ending.abort(), patienceMs)
  signal.addEventListener('abort', () => {
    growing.disconnect()
    leave()
  })
}

/** How far down this address was when it was left to be loaded again; 0 for any other way here. */
function placeBefore(): number {
  const [entry] = performance.getEntriesByType('navigation')
  if ((entry as PerformanceNavigationTiming | undefined)?.type !== 'reload') return 0
  const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { at?: string; y?: number }
  return kept.at === location.href ? (kept.y ?? 0) : 0
}
