import { mayReadRecord } from '../../access/records/rules.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { anonymous } from '../../core/caller.ts'
import { networkKey } from '../../shop/cart/cart-secret.ts'
import type { Deps } from '../../shop/deps.ts'
import { handOver, handoverSeconds, takeOver } from '../../shop/handovers/hand-over.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { languageNamed } from '../../core/words/languages.ts'
import { basketOf, type BuyerVisit } from './buyer-visit.ts'
import { noBasketPage } from './checkout-page.tsx'
import type { CheckoutContext } from './take-checkout.tsx'
import { choiceAgain, fillBasket, readChoice } from './take-choice.tsx'

/** Where a choice inside another site's page goes, in a new tab. */
export const handoverPath = '/checkout/embedded'
const cookieName = 'marquee-handover'

/** Kinds of tickets in one choice: as many as a basket has. */
const ticketsMost = 50

/**
 * Takes a choice that was made in a frame. Browsers send no cookie of ours with such a form, so the basket of this browser cannot be
 * read: the choice waits for the next request, which has them. Nothing is held yet.
 */
export async function handOverChoice(
  deps: Deps,
  visit: Visit,
): Promise<Page | Redirect | undefined> {
  const { form, site, words, address } = visit
  const choice = readChoice(form, words)
  if ('refusal' in choice) return choiceAgain(deps, visit, choice)
  const { quantities } = choice
  const id = /^\d{1,15}$/.test(String(choice.event)) ? Number(choice.event) : undefined
  const event = id === undefined ? undefined : await findEvent(deps.db, id)
  if (!event || !mayReadRecord(anonymous, event) || quantities.size > ticketsMost) return undefined
  const network = networkKey(address, deps.secrets.nonce)
  const { code, browser } = await handOver(deps, { eventId: event.id, quantities }, network)
  const language = languageNamed(form['lang'], site.forDevelopers)
  const query = new URLSearchParams({ code, ...(language && { lang: language }) })
  const cookies = [cookieLine(browser, site, handoverSeconds)]
  return { to: `${handoverPath}?${query}`, status: 303, staysOnHost: true, cookies }
}

/**
 * Puts the choice of a code into the basket of the browser that made it. A code that is used up, too old or of another browser
 * leads to the basket, if there is one, and otherwise says so.
 */
export async function takeOverChoice(
  context: CheckoutContext,
  visit: BuyerVisit,
): Promise<Page | Redirect | undefined> {
  const { query, cookies, site, words } = visit
  const language = languageNamed(query['lang'], site.forDevelopers)
  const onward = language === undefined ? '' : `?lang=${language}`
  const [code, browser] = [query['code'], cookies[cookieName]]
  const choice =
    typeof code === 'string' && browser !== undefined
      ? await takeOver(context.deps, { code, browser })
      : undefined
  if (choice) {
    const { eventId: event, quantities } = choice
    const shown = await fillBasket(context, visit, { event, quantities, query: onward })
    return shown && { ...shown, cookies: [...(shown.cookies ?? []), cookieLine('', site, 0)] }
  }
  if (await basketOf(context.deps, visit)) return { to: `/checkout${onward}`, status: 303 }
  return noBasketPage(words, site.base, { text: words.t('checkout.codeOver'), status: 410 })
}

function cookieLine(value: string, { root, base }: Visit['site'], seconds: number): string {
  const secure = root.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=${base}${handoverPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
