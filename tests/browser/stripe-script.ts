/**
 * Runs in the browser in place of https://js.stripe.com/v3/: the part of Stripe.js that the payment page calls. Like the
 * original it keeps the card in a frame of its own, confirms at api.stripe.com with the publishable key and the payment's
 * secret, shows the bank's question in a frame, and leaves the page only where the way to pay is a redirect.
 */
export const stripeScript = `
window.Stripe = (key, { locale } = {}) => {
  const ask = async (path, body) => {
    const sent = { method: 'POST', body: new URLSearchParams({ key, locale, ...body }) }
    return (await fetch('https://api.stripe.com/v1/payment_intents/' + path, sent)).json()
  }
  const frame = (parent, src, title) => {
    const made = Object.assign(document.createElement('iframe'), { src, title })
    made.setAttribute('style', 'width:100%;height:180px;border:0')
    parent.append(made)
    return made
  }
  const told = from =>
    new Promise(resolve => {
      addEventListener('message', function hear({ source, data }) {
        if (source !== from.contentWindow) return
        removeEventListener('message', hear)
        resolve(data)
      })
    })
  return {
    elements: ({ clientSecret }) => {
      const acts = {}
      const elements = { clientSecret }
      elements.create = kind => ({
        on: (name, act) => (acts[name] = act),
        mount(where) {
          const parent = document.querySelector(where)
          const fields = frame(parent, 'https://js.stripe.com/fake/' + kind, 'Secure payment input frame')
          fields.addEventListener('load', () => acts.ready?.({ elementType: kind }))
          elements.card = () => {
            fields.contentWindow.postMessage('card?', 'https://js.stripe.com')
            return told(fields)
          }
        },
      })
      return elements
    },
    async confirmPayment({ elements, confirmParams, redirect }) {
      const { clientSecret: client_secret } = elements
      const { number, way } = await elements.card()
      if (way === 'card' && number === '') {
        return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
      }
      const id = client_secret.split('_secret_')[0]
      const { return_url } = confirmParams
      const answer = await ask(id + '/confirm', { client_secret, number, way, return_url })
      if (answer.error) return { error: answer.error }
      const { next_action: next } = answer
      if (next?.type === 'redirect_to_url') {
        location.assign(next.redirect_to_url.url)
        return new Promise(() => {})
      }
      if (next) {
        const asks = frame(document.body, 'https://hooks.stripe.com/3d_secure/' + id, 'Your bank')
        await told(asks)
        asks.remove()
      }
      const paymentIntent = next ? await ask(id, { client_secret }) : answer
      const { last_payment_error: error } = paymentIntent
      if (error) return { error }
      if (redirect === 'if_required') return { paymentIntent }
      location.assign(return_url)
      return new Promise(() => {})
    },
  }
}
`

/** What is in the frame of the card fields. */
export const cardFields = `<!doctype html><html lang="en"><title>Card</title>
<label>Card number <input id="number" autocomplete="cc-number"></label>
<label>Pay with <select id="way"><option value="card">Card</option><option value="bank">Bank redirect</option></select></label>
<script>
addEventListener('message', ({ source, origin }) =>
  source.postMessage({ number: number.value.replaceAll(' ', ''), way: way.value }, origin))
</script></html>`

/** The bank's question: in a frame, or as a page of its own when it is given the addresses that answer. */
export const bankQuestion = (answers?: { yes: string; no: string }) =>
  `<!doctype html><html lang="en"><title>Your bank</title><h1>Your bank</h1>
${
  answers
    ? `<a href="${answers.yes}">Complete</a> <a href="${answers.no}">Fail</a>`
    : `<button onclick="tell(true)">Complete</button> <button onclick="tell(false)">Fail</button>
<script>
const tell = async passes => {
  await fetch(location.pathname + '/' + (passes ? 'yes' : 'no'), { method: 'POST' })
  parent.postMessage('done', '*')
}
</script>`
}</html>`
