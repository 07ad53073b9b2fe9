/**
 * Adds the visitor's local time to times in other zones: `<span data-local="2026-12-05T18:30:00Z" data-words="Your
 * time: {time}" hidden>`. The element stays hidden where both clocks agree.
 */
const { lang } = document.documentElement
// The order and the words of the other times on the page.
const language = lang === 'en' ? 'en-GB-u-hc-h12' : lang

for (const element of document.querySelectorAll<HTMLElement>('[data-local]')) {
  const { local = '', zone = 'UTC', words = '{time}' } = element.dataset
  const moment = new Date(local)
  const inZone = (timeZone?: string) =>
    moment.toLocaleString('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  try {
    if (inZone(zone) !== inZone()) {
      const time = moment.toLocaleString(language, {
        weekday: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      })
      // A line of the page does not end between the hour, its half of the day and the zone.
      const unbroken = time.replace(/(?<=\d|[ap]m)\s/gi, '\u00a0')
      element.textContent = words.replace('{time}', unbroken)
      element.hidden = false
    }
  } catch {
    // This browser does not know the zone; the page shows the event's own time already.
  }
}
