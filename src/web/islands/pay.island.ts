/**
 * The card processor's fields on the payment page. Its script is loaded here and on no other page. The processor
 * shows the result to the buyer, and the order is settled when the browser returns to us.
 */
type Intent = { id: string; client_secret: string | null; status?: string }
type Confirmed = { error?: { message?: string; payment_intent?: Intent }; paymentIntent?: Intent }
type Elements = {
  create(kind: 'payment'): {
    mount(where: string): void
    on(event: 'ready' | 'loaderror', act: () => void): void
  }
}
type Processor = {
  elements(options: object): Elements
  confirmPayment(options: object): Promise<Confirmed>
}

declare global {
  interface Window {
    Stripe?: (key: string, options?: object) => Processor
  }
}

const form = document.querySelector<HTMLFormElement>('#card-payment')
const button = document.querySelector<HTMLButtonElement>('button[form=card-payment]')
const problem = form?.querySelector<HTMLElement>('[data-problem]')
const loading = form?.querySelector<HTMLElement>('[data-loading]')
/** After this time the page says that the fields could not be loaded. They may still appear. */
const patienceMs = 15_000

function tell(text = '') {
  if (problem) problem.textContent = text
}

function load(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'https://js.stripe.com/v3/'
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('blocked')))
    document.head.append(script)
  })
}

/** A payment that was paid, now or before: the processor refuses to take it again, and returns it. */
function paidIntent({ error, paymentIntent }: Confirmed): Intent | undefined {
  if (paymentIntent) return paymentIntent
  const intent = error?.payment_intent
  return intent?.status === 'succeeded' || intent?.status === 'processing' ? intent : undefined
}

/** Whether another tab may have changed the basket, because this one was hidden. */
let wasHidden = false
addEventListener('visibilitychange', () => {
  wasHidden = true
})

/** Whether the payment still is the one that the page shows. */
async function isCurrent(total: string): Promise<boolean> {
  if (!wasHidden) return true
  const page = await fetch(location.href)
  return (await page.text()).includes(`data-total="${total}"`)
}

async function begin(within: HTMLFormElement, pay: HTMLButtonElement) {
  const { key = '', secret = '', total = '', return: back = '', language = 'auto' } = within.dataset
  const { failed = '', blocked = '', working = '' } = within.dataset
  const label = pay.textContent
  // There is nothing to send before the fields are ready.
  pay.disabled = true
  const waiting = setTimeout(tell, patienceMs, blocked)
  await load()
  const open = window.Stripe
  if (!open) throw new Error('blocked')
  const processor = open(key, { locale: language })
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const appearance = { theme: dark ? 'night' : 'stripe' }
  const elements = processor.elements({ clientSecret: secret, appearance })
  const fields = elements.create('payment')
  fields.on('ready', () => {
    clearTimeout(waiting)
    if (loading) loading.hidden = true
    tell()
    busy(false)
  })
  fields.on('loaderror', () => tell(blocked))
  fields.mount('#payment-element')
  within.addEventListener('submit', event => {
    event.preventDefault()
    void confirm()
  })

  function busy(is: boolean) {
    pay.disabled = is
    pay.textContent = is ? working : label
  }

  async function confirm() {
    busy(true)
    tell()
    if (!(await isCurrent(total).catch(() => true))) {
      location.reload()
      return
    }
    const confirmParams = { return_url: back }
    const confirmed = await processor
      .confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      .catch((): Confirmed => ({ error: {} }))
    const intent = paidIntent(confirmed)
    if (intent) {
      const { id, client_secret } = intent
      const query = { payment_intent: id, payment_intent_client_secret: client_secret ?? secret }
      location.assign(`${back}?${new URLSearchParams(query).toString()}`)
      return
    }
    tell(confirmed.error?.message ?? failed)
    busy(false)
  }
}

if (form && button) {
  if (loading) loading.hidden = false
  begin(form, button).catch(() => {
    if (loading) loading.hidden = true
    tell(form.dataset['blocked'])
  })
  // After a return from the bank's page some browsers show this page unchanged, with its button still disabled.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
