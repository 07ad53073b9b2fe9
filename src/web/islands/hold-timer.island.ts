/**
 * Counts down the time of held places, from the server's time, because the phone's clock may be wrong. Warns a minute
 * before the end, in the page and in a dialog that opens once, and says when it is over. Without this script the page shows
 * the time of the end.
 */
const box = document.querySelector<HTMLElement>('[data-hold]')
const clocks = [...document.querySelectorAll<HTMLElement>('[data-clock]')]
const warning = box?.querySelector<HTMLElement>('[data-warning]')
const dialog = document.querySelector<HTMLDialogElement>('[data-ending]')
const ending = dialog?.querySelector('#ending-text')

if (box && warning && dialog && ending) {
  const { left = '{time}', soon = '', over = '' } = box.dataset
  let end = 0
  /** Reads the end from the page, also after the basket was saved. */
  const read = () => {
    const { hold = '', now = '' } = box.dataset
    end = performance.now() + Date.parse(hold) - Date.parse(now)
    const held = box.querySelector<HTMLElement>('[data-held]')
    if (held) held.textContent = (held.dataset['held'] ?? '').replace('{time}', clockTime(hold))
    try {
      // For the other pages (islands/basket.island.ts), by this browser's clock.
      const until = Date.now() + Date.parse(hold) - Date.parse(now)
      localStorage.setItem('marquee-basket', String(until))
    } catch {
      // This browser keeps nothing.
    }
  }
  const clockTime = (hold: string) =>
    new Date(hold)
      .toLocaleTimeString(document.documentElement.lang, { hour: 'numeric', minute: '2-digit' })
      .replace(/\s?\b([AP]M)\b/, (_, half: string) => `\u00a0${half.toLowerCase()}`)
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    for (const clock of clocks) clock.textContent = left.replace('{time}', time)
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
  for (const clock of clocks) clock.hidden = false
  // The clock says the same, to the second.
  const minutes = box.querySelector<HTMLElement>('[data-minutes]')
  if (minutes) minutes.hidden = true
  box.addEventListener('renewed', read)
  read()
  tick()
}
