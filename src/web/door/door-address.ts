import type { SignedIn } from '../../access/sessions/recognise-session.ts'
import type { Redirect } from '../kit/page.ts'

export const path = '/tickets-door'

export const addressOf = (event: number | undefined) =>
  event === undefined ? path : `${path}?event=${event}`

export const numberOf = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined

export const toSignIn = (event: unknown): Redirect => ({
  to: `/sign-in?next=${encodeURIComponent(addressOf(typeof event === 'number' ? event : numberOf(event)))}`,
  status: 303,
  staysOnHost: true,
})

/** A browser without the second factor that the site demands writes nothing on these pages either (contract.md 33.4). */
export const lacksFactor = ({ caller }: SignedIn): boolean => caller.lacksFactor === true

export const toFactor: Redirect = {
  to: '/account/second-factor',
  status: 303,
  staysOnHost: true,
}
