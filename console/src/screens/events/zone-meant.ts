/**
 * The zone that is meant: one of `zones`, or the one whose city was typed alone, such as `Oslo`. Anything else stays as it was
 * typed, and the service judges it.
 */
export function zoneMeant(typed: string, zones: readonly string[]): string {
  const name = typed.trim().replaceAll(' ', '_').toLowerCase()
  const isNamed = (zone: string) => zone.toLowerCase() === name
  const ofCity = zones.filter(zone => zone.toLowerCase().endsWith(`/${name}`))
  return zones.find(isNamed) ?? (ofCity.length === 1 ? ofCity[0] : undefined) ?? typed.trim()
}
