/** Until five in the morning it is still the evening before, as on the pages. */
const nightMs = 5 * 3_600_000

/**
 * The evening that it is at a door, as `YYYY-MM-DD` of the day when it began, on the clock of the event; `zone` undefined is
 * the phone's own. A door at which people come in at midnight is the same door as before.
 */
export const eveningAt = (at: Date, zone: string | undefined): string =>
  new Date(at.getTime() - nightMs).toLocaleDateString('sv', { timeZone: zone })
