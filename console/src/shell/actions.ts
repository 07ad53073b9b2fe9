import { isOpenTo, places } from './places.ts'
import type { useRights } from '../interface/rights.ts'

export type Choice = {
  key: string
  /** What is read out and shown. */
  name: string
  detail: string
  /** The address below `/admin`. */
  to: string
}

/** What can be begun from anywhere, by whoever may do it; `event`: that whose screens they look at. */
export function actionsFor(rights: ReturnType<typeof useRights>, event?: number): Choice[] {
  const { may, mayAnywhere, mayMakeEvents, mayMakePlaces } = rights
  const screens = places
    .filter(place => isOpenTo(place, rights))
    .map(({ to, name }) => ({ key: to, name, detail: 'Screen', to }))
  const begun = [
    { is: mayMakeEvents, name: 'New event', to: '/events/new' },
    { is: mayMakePlaces, name: 'Venues', to: '/places?show=venues' },
    { is: mayMakePlaces, name: 'Organizers', to: '/places?show=organizers' },
    { is: mayAnywhere('coupons.write'), name: 'New coupon', to: '/coupons?new=1' },
    { is: may('tickets.write'), name: 'Change prices of many tickets', to: '/tickets/change' },
    { is: mayAnywhere('fees.write'), name: 'New fee', to: '/fees?new=1' },
    { is: mayAnywhere('team.write'), name: 'Add somebody to the team', to: '/team?new=1' },
    { is: mayAnywhere('keys.write'), name: 'Pair a phone for the door', to: '/door?new=1' },
    {
      is: mayAnywhere('attendees.read'),
      name: 'People without a name',
      to: '/attendees?filter.named=false',
    },
  ]
  const here = [
    { is: mayAnywhere('coupons.write'), name: 'Codes of this event', to: 'codes' },
    { is: mayAnywhere('coupons.write'), name: 'New code for this event', to: 'codes?new=1' },
  ].flatMap(({ to, ...one }) =>
    event === undefined ? [] : { ...one, to: `/events/${event}/${to}` },
  )
  return [
    ...screens,
    ...[...here, ...begun]
      .filter(({ is }) => is)
      .map(({ name, to }) => ({ key: to, name, detail: 'Action', to })),
  ]
}

/** Those of the choices in whose name every typed word begins a word. */
export function chosenBy(typed: string, choices: readonly Choice[]): Choice[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return choices.filter(({ name }) => {
    const parts = name.toLowerCase().split(/\s+/)
    return words.every(word => parts.some(part => part.startsWith(word)))
  })
}
