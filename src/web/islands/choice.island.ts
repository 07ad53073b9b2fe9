/**
 * The sum of a choice of tickets, in its card and in the bar at the bottom: `<form data-choice data-one="1 ticket · {sum}"
 * data-more="{count} tickets · {sum}">` with fields that have `data-price` and `data-currency`. The bar goes away while
 * the whole button of the form is in sight, and sends the form once something is chosen.
 */
const form = document.querySelector<HTMLFormElement>('form[data-choice]')
const bar = document.querySelector<HTMLElement>('[data-bar]')

if (form) {
  const { one = '{sum}', more = '{sum}' } = form.dataset
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-price]')]
  const places = [form, bar].map(part => part?.querySelector<HTMLElement>('[data-sum]'))
  const atFirst = places.map(place => place?.textContent ?? '')
  let count = 0
  const show = () => {
    count = 0
    let sum = 0
    let currency = ''
    let decimals = 0
    for (const { value, dataset } of fields) {
      const price = dataset['price'] ?? '0'
      const quantity = Math.max(0, Math.trunc(Number(value)) || 0)
      decimals = price.split('.')[1]?.length ?? 0
      currency = dataset['currency'] ?? ''
      count += quantity
      sum += quantity * Math.round(Number(price) * 10 ** decimals)
    }
    const amount = new Intl.NumberFormat(document.documentElement.lang, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(sum / 10 ** decimals)
    const text = (count === 1 ? one : more).replace('{count}', String(count))
    places.forEach((place, index) => {
      if (!place) return
      place.textContent = count === 0 ? (atFirst[index] ?? '') : text.replace('{sum}', amount)
      place.hidden = place.textContent === ''
    })
  }
  if (fields.length > 0) {
    form.addEventListener('input', show)
    show()
  }
  const button = form.querySelector('.btn.go')
  if (bar && button) {
    const hide: IntersectionObserverCallback = entries => {
      bar.hidden = (entries.at(-1)?.intersectionRatio ?? 0) > 0.98
    }
    new IntersectionObserver(hide, { threshold: 0.99 }).observe(button)
    bar.querySelector('a')?.addEventListener('click', event => {
      if (count === 0) return
      event.preventDefault()
      form.requestSubmit()
    })
  }
}
