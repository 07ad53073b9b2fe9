/**
 * Runs in the browser in place of https://www.sandbox.paypal.com/web-sdk/v6/core: the part of PayPal's script that the
 * payment page calls. Like the original it asks its own server what may be paid with it, defines the element of its
 * button, opens the wallet in a window before it knows the order, and in a frame where windows are blocked. A window
 * that is closed counts as a cancellation.
 */
export const walletScript = `
const home = 'https://www.sandbox.paypal.com'
customElements.define('paypal-button', class extends HTMLElement {
  connectedCallback() {
    const inside = this.attachShadow({ mode: 'open', delegatesFocus: true })
    inside.innerHTML = '<style>button{font:inherit;width:100%;min-height:48px;border:0;border-radius:4px;background:#ffc439;color:#111}' +
      'button:focus-visible{outline:3px solid #0070e0;outline-offset:2px}</style><button type="button">Pay with <b>PayPal</b></button>'
  }
})
window.paypal = {
  async createInstance({ clientId, components, locale, pageType }) {
    if (clientId !== 'fakeWalletClientId') throw new Error('No such client id.')
    if (components.join() !== 'paypal-payments' || pageType !== 'checkout') throw new Error('Not in this fake.')
    if (!/^[a-z]{2}-[A-Z]{2}$/.test(locale)) throw new Error('No such locale: ' + locale)
    return {
      async findEligibleMethods({ currencyCode }) {
        const answer = await fetch(home + '/fake/eligible?currency=' + currencyCode)
        const names = await answer.json()
        return { isEligible: name => names.includes(name) }
      },
      createPayPalOneTimePaymentSession: ({ onApprove, onCancel, onError }) => ({
        async start({ presentationMode }, order) {
          if (presentationMode !== 'auto') throw new Error('Not in this fake.')
          const window = open('about:blank', 'paypal', 'popup,width=480,height=640')
          const inPage = window ? undefined : frame()
          let wallet
          const ended = () => window ? window.close() : inPage.remove()
          try {
            wallet = await order
            const address = home + '/fake/wallet?token=' + wallet.orderId
            if (window) window.location.href = address
            else inPage.src = address
          } catch (error) {
            ended()
            throw error
          }
          const says = await answered(window)
          ended()
          if (says === 'approved') return onApprove({ orderId: wallet.orderId, payerId: 'FAKEPAYER' })
          if (says === 'failed') return onError(new Error('INSTRUMENT_ERROR'))
          onCancel({ orderId: wallet.orderId })
        },
      }),
    }
  },
}
const frame = () => {
  const made = Object.assign(document.createElement('iframe'), { title: 'PayPal' })
  made.setAttribute('style', 'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff')
  document.body.append(made)
  return made
}
const answered = window =>
  new Promise(resolve => {
    const watch = setInterval(() => window?.closed && resolve('closed'), 50)
    addEventListener('message', function hear({ origin, data }) {
      if (origin !== home) return
      removeEventListener('message', hear)
      clearInterval(watch)
      resolve(data)
    })
  })
`

/** What is in the window of the wallet. `token` is the payment at the wallet. */
export const walletWindow = (token: string) =>
  `<!doctype html><html lang="en"><title>PayPal</title><h1>PayPal</h1>
<button onclick="tell('approved')">Agree and pay</button>
<button onclick="tell('canceled')">Cancel and return</button>
<script>
const tell = async says => {
  const answer = await fetch('/fake/' + says + '?token=${token}', { method: 'POST' })
  ;(opener ?? parent).postMessage(answer.ok ? says : 'failed', '*')
}
</script></html>`
