/**
 * Counts down the time of held places, from the server's time, because the phone's clock may be wrong. Warns a minute
 * before the end, in the page and in a dialog that opens once, and says when it is over. Without this script the page shows
 * the time of the end.
 */
const box = document.querySelector<HTMLElement>('[data-hold]')
const clock = box?.querySelector<HTMLElement>('[data-clock]')
const warning = box?.querySelector<HTMLElement>('[data-warning]')
const dialog = document.querySelector<HTMLDialogElement>('[data-ending]')
const ending = dialog?.querySelector('#ending-text')

if (box && clock && warning && dialog && ending) {
  const { hold = '', now = '', left = '{time}', soon = '', over = '' } = box.dataset
  const end = performance.now() + Date.parse(hold) - Date.parse(now)
  const held = box.querySelector<HTMLElement>('[data-held]')
  if (held) {
    const lang = document.documentElement.lang
    const time = new Date(hold).toLocaleTimeString(lang, { hour: 'numeric', minute: '2-digit' })
    const written = time.replace(
      /\s?\b([AP]M)\b/,
      (_, half: string) => `\u00a0${half.toLowerCase()}`,
    )
    held.textContent = (held.dataset['held'] ?? '').replace('{time}', written)
  }
  try {
    // For the other pages (islands/basket.island.ts), by this browser's clock.
    localStorage.setItem('marquee-basket', String(Date.now() + Date.parse(hold) - Date.parse(now)))
  } catch {
    // This browser keeps nothing.
  }
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    clock.textContent = left.replace('{time}', time)
    if (seconds <= 60) warn(seconds === 0 ? over : soon)
    if (seconds > 0) setTimeout(tick, 1000 - (performance.now() % 1000))
    else offerAgain()
  }
  const warn = (text: string) => {
    const isFirst = warning.textContent === ''
    if (warning.textContent !== text) warning.textContent = ending.textContent = text
    box.classList.add('soon')
    if (isFirst) dialog.showModal()
  }
  /** What is over cannot be extended, but held again. */
  const offerAgain = () => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-extend]')) row.hidden = true
    for (const row of document.querySelectorAll<HTMLElement>('[data-again]')) row.hidden = false
  }
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close())
  clock.hidden = false
  // The clock says the same, to the second.
  const minutes = box.querySelector<HTMLElement>('[data-minutes]')
  if (minutes) minutes.hidden = true
  tick()
}
