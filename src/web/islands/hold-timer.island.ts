/**
 * Counts down the time of held places, from the server's time, because the phone's clock may be wrong. Warns a minute
 * before the end, and says when it is over. Without this script the page shows the time of the end.
 */
const box = document.querySelector<HTMLElement>('[data-hold]')
const clock = box?.querySelector<HTMLElement>('[data-clock]')
const warning = box?.querySelector<HTMLElement>('[data-warning]')

if (box && clock && warning) {
  const { hold = '', now = '', left = '{time}', soon = '', over = '' } = box.dataset
  const end = performance.now() + Date.parse(hold) - Date.parse(now)
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    clock.textContent = left.replace('{time}', time)
    const text = seconds === 0 ? over : seconds <= 60 ? soon : ''
    if (warning.textContent !== text) warning.textContent = text
    box.classList.toggle('soon', seconds <= 60)
    if (seconds > 0) setTimeout(tick, 1000 - (performance.now() % 1000))
  }
  clock.hidden = false
  // The clock says the same, to the second.
  const minutes = box.querySelector<HTMLElement>('[data-minutes]')
  if (minutes) minutes.hidden = true
  tick()
}
