import type { Right } from '../../../src/core/rights.ts'
import type { IconName } from '../pieces/icon.tsx'

type Destination = {
  to:
    | '/'
    | '/events'
    | '/orders'
    | '/attendees'
    | '/desk'
    | '/tills'
    | '/runs'
    | '/door'
    | '/reports'
    | '/payments'
    | '/books'
    | '/coupons'
    | '/fees'
    | '/taxes'
    | '/places'
    | '/team'
    | '/mails'
    | '/settings'
    | '/set-up'
    | '/audit'
    | '/imports'
    | '/account'
  name: string
  icon: IconName
  /** Who sees it: somebody with one of these rights anywhere; without it everybody. */
  needs?: readonly Right[]
  /** Only for those who may make venues and organizers. */
  makes?: true
  /** Not in the rail: another screen leads to it. */
  hidden?: true
  /** Whether a phone has it in its bar; the others are behind "More". */
  first?: true
}

/** The places of the rail, in its order. */
export const places: readonly Destination[] = [
  { to: '/', name: 'Today', icon: 'today', first: true },
  { to: '/events', name: 'Events', icon: 'events', first: true },
  { to: '/orders', name: 'Orders', icon: 'orders', needs: ['orders.read'], first: true },
  { to: '/attendees', name: 'People', icon: 'people', needs: ['attendees.read'], first: true },
  { to: '/desk', name: 'Desk', icon: 'desk', needs: ['boxoffice.sell'] },
  { to: '/tills', name: 'Tills', icon: 'desk', needs: ['boxoffice.sell'], hidden: true },
  {
    to: '/runs',
    name: 'Runs',
    icon: 'refund',
    needs: ['orders.refund', 'mails.write', 'tickets.write'],
    hidden: true,
  },
  { to: '/door', name: 'Door', icon: 'door', needs: ['keys.write'] },
  { to: '/reports', name: 'Reports', icon: 'report', needs: ['reports.read'] },
  { to: '/payments', name: 'Payments', icon: 'refund', needs: ['money.read'] },
  {
    to: '/books',
    name: 'Entries of the books',
    icon: 'audit',
    needs: ['money.read'],
    hidden: true,
  },
  { to: '/coupons', name: 'Coupons', icon: 'codes', needs: ['coupons.write'] },
  { to: '/fees', name: 'Fees', icon: 'fee', needs: ['fees.write'] },
  { to: '/taxes', name: 'Tax', icon: 'audit', needs: ['fees.write'] },
  { to: '/places', name: 'Places', icon: 'place', makes: true },
  { to: '/team', name: 'Team', icon: 'team', needs: ['team.write'] },
  { to: '/mails', name: 'Mails', icon: 'mails', needs: ['mails.write'] },
  { to: '/audit', name: 'Audit', icon: 'audit', needs: ['audit.read'] },
  { to: '/settings', name: 'Settings', icon: 'settings', needs: ['settings.write'] },
  { to: '/set-up', name: 'Set up', icon: 'settings', needs: ['settings.write'], hidden: true },
  { to: '/imports', name: 'Moving in', icon: 'moving', needs: ['settings.write'] },
  { to: '/account', name: 'Account', icon: 'me' },
]

type Rights = {
  mayAnywhere: (right: Right) => boolean
  mayMakeEvents: boolean
  mayMakePlaces: boolean
}

/** Whether somebody may open a place. */
export const isOpenTo = (
  { needs, makes }: Pick<Destination, 'needs' | 'makes'>,
  { mayAnywhere, mayMakePlaces }: Omit<Rights, 'mayMakeEvents'>,
): boolean => (!needs || needs.some(mayAnywhere)) && (!makes || mayMakePlaces)

/** Whether somebody may open the screen at a path. Screens of one event look at the event as well. */
export function mayOpen(path: string, rights: Rights): boolean {
  if (path === '/events/new') return rights.mayMakeEvents
  const place = places.find(({ to }) => to !== '/' && (path === to || path.startsWith(`${to}/`)))
  return !place || isOpenTo(place, rights)
}
