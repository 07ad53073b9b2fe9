/**
 * Adds the visitor's local time to times in other zones: `<span data-local="2026-12-05T18:30:00Z" data-words="Your
 * time: {time}" hidden>`. The element stays hidden where both clocks agree.
 */
for (const element of document.querySelectorAll<HTMLElement>('[data-local]')) {
  const { local = '', zone = 'UTC', words = '{time}' } = element.dataset
  const moment = new Date(local)
  const inZone = (timeZone?: string) =>
    moment.toLocaleString('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  try {
    if (inZone(zone) !== inZone()) {
      const time = moment.toLocaleString(document.documentElement.lang, {
        weekday: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      })
      // Written as elsewhere on the page; American English also knows the short names of zones.
      const written = time.replace(/\b[AP]M\b/, half => half.toLowerCase())
      // A line of the page does not end between the hour, its half of the day and the zone.
      const unbroken = written.replace(/(?<=\d|[ap]m)\s/gi, '\u00a0')
      element.textContent = words.replace('{time}', unbroken)
      element.hidden = false
    }
  } catch {
    // This browser does not know the zone; the page shows the event's own time already.
  }
}
