/**
 * The card processor's fields on the payment page. Its script is loaded here and on no other page. What the card meets is
 * told by the processor; we are told by it, too, and settle the order on the way back.
 */
type Intent = { id: string; client_secret: string | null }
type Confirmed = { error?: { message?: string }; paymentIntent?: Intent }
type Elements = {
  create(kind: 'payment'): { mount(where: string): void; on(event: 'ready', act: () => void): void }
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
const button = form?.querySelector('button')
const problem = form?.querySelector<HTMLElement>('[data-problem]')

function tell(text: string) {
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

async function begin(within: HTMLFormElement, pay: HTMLButtonElement) {
  const {
    key = '',
    secret = '',
    return: back = '',
    language = 'auto',
    failed = '',
  } = within.dataset
  await load()
  const open = window.Stripe
  if (!open) throw new Error('blocked')
  const processor = open(key, { locale: language })
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const appearance = { theme: dark ? 'night' : 'stripe' }
  const elements = processor.elements({ clientSecret: secret, appearance })
  const fields = elements.create('payment')
  fields.on('ready', () => {
    pay.disabled = false
  })
  fields.mount('#payment-element')
  within.addEventListener('submit', event => {
    event.preventDefault()
    void confirm()
  })

  async function confirm() {
    pay.disabled = true
    tell('')
    const confirmParams = { return_url: back }
    const { error, paymentIntent } = await processor
      .confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      .catch((): Confirmed => ({ error: {} }))
    if (paymentIntent) {
      const { id, client_secret } = paymentIntent
      const query = { payment_intent: id, payment_intent_client_secret: client_secret ?? secret }
      location.assign(`${back}?${new URLSearchParams(query).toString()}`)
      return
    }
    tell(error?.message ?? failed)
    pay.disabled = false
  }
}

if (form && button) {
  begin(form, button).catch(() => tell(form.dataset['blocked'] ?? ''))
}
