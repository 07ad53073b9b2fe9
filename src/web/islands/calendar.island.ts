/**
 * Moves the focus within a month by keys: arrows by day and by week, PageUp and PageDown by month. Without this script
 * the Tab key leads through the days that have events.
 */
const table = document.querySelector<HTMLTableElement>('table.calendar')
const days = [...(table?.querySelectorAll<HTMLElement>('td:not(.beside)') ?? [])]
const onward = document.documentElement.dir === 'rtl' ? -1 : 1
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -onward,
  ArrowRight: onward,
  ArrowUp: -7,
  ArrowDown: 7,
}
const months: Readonly<Record<string, string>> = { PageUp: 'prev', PageDown: 'next' }

/** The next day in this direction that is shown; phones show only days with events. */
function dayAfter(from: number, step: number): HTMLElement | undefined {
  for (let at = from + step; days[at]; at += step) {
    if (days[at]?.offsetParent) return days[at]
  }
  return undefined
}

function moveFocus(day: HTMLElement) {
  const focused = day.querySelector('a') ?? day
  if (focused === day) day.tabIndex = -1
  focused.focus()
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  ![altKey, ctrlKey, metaKey, shiftKey].includes(true)

table?.addEventListener('keydown', event => {
  const { key, target } = event
  const from = target instanceof Element ? days.findIndex(day => day.contains(target)) : -1
  if (!isPlain(event) || from < 0) return
  const step = steps[key]
  const day = step === undefined ? undefined : dayAfter(from, step)
  const month = document.querySelector<HTMLElement>(`.calendar-nav a[rel=${months[key]}]`)
  if (!day && !month) return
  event.preventDefault()
  if (day) moveFocus(day)
  else month?.click()
})
