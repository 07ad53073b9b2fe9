import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EventRow } from '../../catalogue/events/lookup.ts'
import { eventIsUnlocked } from '../../catalogue/events/unlock-event.ts'
import type { Deps } from '../../shop/deps.ts'
import { openingCookie } from './page-cache.ts'
import type { Visit } from './pages.ts'

const secondsOpen = 24 * 60 * 60

/** A proof that this visitor knows the password. It changes with the password. */
const proofOf = ({ secrets }: Deps, { id, password_hash }: EventRow) =>
  createHmac('sha256', secrets.nonce)
    .update(`event page\0${id}\0${password_hash}`)
    .digest('base64url')

/** Whether this visitor may see the whole event: everybody may without a password, and else those who entered it. */
export function seesAll(deps: Deps, row: EventRow, { cookies }: Pick<Visit, 'cookies'>): boolean {
  if (row.password_hash === null) return true
  const given = Buffer.from(cookies[openingCookie + row.id] ?? '')
  const proof = Buffer.from(proofOf(deps, row))
  return given.length === proof.length && timingSafeEqual(given, proof)
}

/** The cookie that opens a protected event for a day; undefined for a wrong password. */
export async function openWith(
  deps: Deps,
  row: EventRow,
  { form, address, site }: Pick<Visit, 'form' | 'address' | 'site'>,
): Promise<string | undefined> {
  const password = typeof form['password'] === 'string' ? form['password'] : undefined
  if (!(await eventIsUnlocked(deps, row, { password, address }))) return undefined
  const secure = site.root.startsWith('https:') ? '; Secure' : ''
  return `${openingCookie}${row.id}=${proofOf(deps, row)}; Path=${site.base}/; Max-Age=${secondsOpen}; HttpOnly; SameSite=Lax${secure}`
}
