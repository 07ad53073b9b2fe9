import type { BrowserContext, Request, Route } from 'playwright-core'
import type { FakeCard } from '../support/fake-card.ts'
import type { TestCard } from '../support/fake-card-books.ts'
import type { FakeWallet } from '../support/fake-wallet.ts'
import { bankQuestion, cardFields, stripeScript } from './stripe-script.ts'
import { walletScript, walletWindow } from './wallet-script.ts'

/** Numbers of Stripe's test cards; the last one is ours and is charged later. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  empty: '4000 0000 0000 9995',
  asksBank: '4000 0027 6000 3184',
  slow: '4000 0000 0000 0077',
} as const

const byNumber: Readonly<Record<string, TestCard>> = {
  [cards.good]: 'pm_card_visa',
  [cards.declined]: 'pm_card_chargeDeclined',
  [cards.empty]: 'pm_card_chargeDeclinedInsufficientFunds',
  [cards.asksBank]: 'pm_card_threeDSecure2Required',
  [cards.slow]: 'pm_delayed',
}
const cardOf = (number: string) =>
  Object.entries(byNumber).find(([known]) => known.replaceAll(' ', '') === number)?.[1]

const html = (body: string) => ({ contentType: 'text/html', body })

/** Puts the fake of Stripe's pages and scripts where browsers look for Stripe, over the books of the fake processor. */
export async function playStripe(context: BrowserContext, card: FakeCard): Promise<void> {
  await context.route('https://js.stripe.com/**', route =>
    route.fulfill(
      new URL(route.request().url()).pathname === '/v3/'
        ? { contentType: 'text/javascript', body: stripeScript }
        : html(cardFields),
    ),
  )
  await context.route('https://api.stripe.com/**', route =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: confirm(card, route.request()),
    }),
  )
  await context.route('https://hooks.stripe.com/**', route => askBank(card, route))
}

/** The processor's answers to browsers, which name the payment's secret and not ours. */
function confirm(card: FakeCard, request: Request): object {
  const [, , , reference = '', action] = new URL(request.url()).pathname.split('/')
  const sent = new URLSearchParams(request.postData() ?? '')
  const intent = card.intent(reference)
  if (sent.get('key') !== 'pk_test_fake' || sent.get('client_secret') !== intent.client_secret) {
    return { error: { type: 'invalid_request_error', message: 'No such payment_intent.' } }
  }
  if (action === undefined) return structuredClone(intent)
  const byBank = sent.get('way') === 'bank'
  try {
    const kind = byBank ? 'pm_card_threeDSecure2Required' : cardOf(sent.get('number') ?? '')
    if (!kind) return { error: { type: 'card_error', message: 'Your card number is invalid.' } }
    const { declined } = card.pay(reference, kind)
    if (declined) return { error: structuredClone(intent.last_payment_error) }
  } catch (error) {
    const { message } = error as Error
    const code = 'payment_intent_unexpected_state'
    const payment_intent = structuredClone(intent)
    return { error: { type: 'invalid_request_error', code, message, payment_intent } }
  }
  if (!byBank) return structuredClone(intent)
  const back = encodeURIComponent(sent.get('return_url') ?? '')
  const url = `https://hooks.stripe.com/redirect/${reference}?return_url=${back}`
  return { ...intent, next_action: { type: 'redirect_to_url', redirect_to_url: { url } } }
}

/** The bank of the buyer: `/3d_secure/<payment>` in a frame, `/redirect/<payment>` as a page. */
async function askBank(card: FakeCard, route: Route): Promise<void> {
  const url = new URL(route.request().url())
  const [, kind, reference = '', says] = url.pathname.split('/')
  const back = url.searchParams.get('return_url')
  if (says === undefined) {
    const answer = (yes: string) => `/${kind}/${reference}/${yes}${url.search}`
    const answers = { yes: answer('yes'), no: answer('no') }
    return route.fulfill(html(bankQuestion(back === null ? undefined : answers)))
  }
  card.authenticate(reference, says === 'yes')
  if (back === null) return route.fulfill({ json: {} })
  const location = new URL(back)
  const secret = card.intent(reference).client_secret ?? ''
  location.searchParams.set('payment_intent', reference)
  location.searchParams.set('payment_intent_client_secret', secret)
  location.searchParams.set('redirect_status', says === 'yes' ? 'succeeded' : 'failed')
  return route.fulfill({ status: 302, headers: { location: location.href } })
}

/** The wallet's page, on which a buyer agrees to a payment or goes back, and its script with its window. */
export async function playWallet(context: BrowserContext, wallet: FakeWallet): Promise<void> {
  await context.route(`${walletScriptsHost}/**`, route => playWalletScript(wallet, route))
  await context.route(`${wallet.url}/checkoutnow**`, route => {
    const url = new URL(route.request().url())
    const token = url.searchParams.get('token') ?? ''
    const { return_url: back = '', cancel_url: cancel = '' } = wallet.waysBack(token)
    const way = (address: string, more: Record<string, string>) => {
      const to = new URL(address)
      for (const [name, value] of Object.entries({ token, ...more })) {
        to.searchParams.set(name, value)
      }
      return to.href
    }
    if (url.searchParams.has('agree')) {
      wallet.approve(token)
      const location = way(back, { PayerID: 'FAKEPAYER' })
      return route.fulfill({ status: 302, headers: { location } })
    }
    return route.fulfill(
      html(`<!doctype html><html lang="en"><title>Wallet</title>
<a href="${url.pathname}?token=${token}&amp;agree=1">Agree and pay</a>
<a href="${way(cancel, {}).replaceAll('&', '&amp;')}">Cancel</a></html>`),
    )
  })
}

const walletScriptsHost = 'https://www.sandbox.paypal.com'

function playWalletScript(wallet: FakeWallet, route: Route): Promise<void> {
  const { pathname, searchParams } = new URL(route.request().url())
  const token = searchParams.get('token') ?? ''
  const headers = { 'access-control-allow-origin': '*' }
  switch (pathname) {
    case '/web-sdk/v6/core':
      return route.fulfill({ contentType: 'text/javascript', body: walletScript })
    case '/fake/eligible':
      return route.fulfill({
        headers,
        json: searchParams.get('currency') === 'ISK' ? [] : ['paypal'],
      })
    case '/fake/wallet':
      return route.fulfill(html(walletWindow(token)))
    case '/fake/approved':
      // A payment that is no longer open cannot be agreed to.
      if (wallet.order(token).status === 'COMPLETED')
        return route.fulfill({ status: 422, json: {} })
      wallet.approve(token)
      return route.fulfill({ json: {} })
    case '/fake/canceled':
      return route.fulfill({ json: {} })
    default:
      return route.fulfill({ status: 404 })
  }
}
