/**
 * The wallet's own button on the payment page, by the provider's script. The script is loaded here and on no other page.
 * The buyer agrees in a window of the wallet; then this page sends its form, which takes the money. Without the script,
 * or when it fails, the link below the button leads to the same payment.
 */
type Session = {
  start(look: { presentationMode: 'auto' }, order: Promise<{ orderId: string }>): Promise<unknown>
}
type Wallet = {
  findEligibleMethods(options: {
    currencyCode: string
  }): Promise<{ isEligible(name: string): boolean }>
  createPayPalOneTimePaymentSession(acts: {
    onApprove(): Promise<void>
    onCancel(): void
    onError(): void
  }): Session
}

declare global {
  interface Window {
    paypal?: { createInstance(options: object): Promise<Wallet> }
  }
}

const form = document.querySelector<HTMLFormElement>('#wallet-payment')
const link = form?.querySelector<HTMLAnchorElement>('a.btn')
const problem = form?.querySelector<HTMLElement>('[data-problem]')
const progress = form?.querySelector<HTMLElement>('[data-progress]')
/** Our words for an order that is still to be paid (contract.md 8.4). */
const unpaid = ['created', 'pending', 'action-req', 'approved']

function tell(text = '') {
  if (problem) problem.textContent = text
}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('blocked')))
    document.head.append(script)
  })
}

/**
 * Whether the payment of this page is still to be paid. Otherwise it was paid, replaced or given up in another tab, and
 * the page is loaded again, which shows what holds now. Rejects when our server or the wallet's cannot be reached.
 */
async function isUnpaid({ recheck = '' }: DOMStringMap): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ recheck: true })
  const answer = await fetch(recheck, { method: 'POST', headers, body })
  if (answer.status >= 500) throw new Error('away')
  const { status = '' } = (await answer.json()) as { status?: string }
  if (answer.ok && unpaid.includes(status)) return true
  location.assign(location.pathname)
  return false
}

async function begin(within: HTMLFormElement, way: HTMLAnchorElement) {
  const { script = '', client = '', locale, payment = '', currency = '' } = within.dataset
  const { working, failed, closed, instead } = within.dataset
  await load(script)
  const components = ['paypal-payments']
  const options = { clientId: client, components, locale, pageType: 'checkout' }
  const wallet = await window.paypal?.createInstance(options)
  const methods = await wallet?.findEligibleMethods({ currencyCode: currency })
  if (!wallet || !methods?.isEligible('paypal')) return
  let isOpen = false

  const session = wallet.createPayPalOneTimePaymentSession({
    onApprove: async () => {
      if (progress) progress.textContent = working ?? ''
      // The answer is the order's page, or this page with the reason of a decline.
      within.submit()
    },
    onCancel: () => {
      isOpen = false
      tell(closed)
    },
    onError: () => void giveUp(),
  })

  /** An error of the wallet, for example because the payment ended in another tab meanwhile. */
  async function giveUp() {
    if (await isUnpaid(within.dataset).catch(() => true)) {
      isOpen = false
      tell(failed)
    }
  }

  async function orderToPay(): Promise<{ orderId: string }> {
    if (!(await isUnpaid(within.dataset))) throw new Error('ended')
    return { orderId: payment }
  }

  const button = document.createElement('paypal-button')
  button.setAttribute('type', 'pay')
  button.addEventListener('click', () => {
    if (isOpen) return
    isOpen = true
    tell()
    // Called at once, because browsers open windows only in answer to a click.
    session.start({ presentationMode: 'auto' }, orderToPay()).catch(giveUp)
  })
  way.before(button)
  way.classList.remove('go')
  way.textContent = instead ?? way.textContent
}

if (form?.dataset['script'] !== undefined && link) {
  // The link is there from the beginning and needs nothing of this.
  begin(form, link).catch(() => {})
}
// After a return from the wallet's page some browsers show this page unchanged. The payment may have ended meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
