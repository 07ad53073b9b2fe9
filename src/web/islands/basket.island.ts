/**
 * How long the places in the basket are still held, beside the link to it: pages that everybody shares cannot say it. The
 * end is what islands/hold-timer.island.ts noted in this browser, by this browser's clock. A page with `data-no-basket`
 * says that nothing is held any more.
 */
const note = 'marquee-basket'
const place = document.querySelector<HTMLElement>('[data-basket] [data-time]')

try {
  if (document.querySelector('[data-no-basket]')) localStorage.removeItem(note)
  const end = Number(localStorage.getItem(note) ?? 0)
  const tick = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000)
    if (!place || !(seconds > 0)) {
      if (place) place.hidden = true
      return
    }
    place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    place.hidden = false
    setTimeout(tick, 1000)
  }
  tick()
} catch {
  // This browser keeps nothing; the link leads to the basket all the same.
}
