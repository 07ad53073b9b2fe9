/**
 * Keeps the checkout page true while quantities change: saves them as "Update basket" does, takes the new sums, times and names
 * from the answer, and tells what is still missing. Parts with `data-live` are replaced by those of the same name. Without
 * this script the button updates the basket.
 */
const form = document.querySelector<HTMLFormElement>('form.checkout')
const patienceMs = 400

type Field = HTMLInputElement

if (form) {
  const parts = (of: ParentNode) => [...of.querySelectorAll<HTMLElement>('[data-live]')]
  const rowsOf = (of: ParentNode) =>
    [...of.querySelectorAll('.basket [data-stepper] input')].map(({ id }) => id).join(' ')
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined

  async function save(within: HTMLFormElement) {
    const body = new URLSearchParams(new FormData(within) as unknown as Record<string, string>)
    body.set('do', 'save')
    const answer = await fetch(within.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const now = page.querySelector<HTMLFormElement>('form.checkout')
    // Other rows, other steps or no basket at all: the page is another one.
    // A server that is busy changed nothing, and a reload would lose what is typed.
    if (!now && !answer.ok) return
    if (!now || rowsOf(now) !== rowsOf(within) || now.dataset['way'] !== within.dataset['way']) {
      location.reload()
      return
    }
    take(within, now)
  }

  function take(within: HTMLFormElement, now: HTMLFormElement) {
    const fresh = new Map(parts(now).map(part => [part.dataset['live'], part]))
    for (const part of parts(within)) {
      const other = fresh.get(part.dataset['live'])
      if (other && isAnother(part, other)) part.innerHTML = other.innerHTML
    }
    for (const name of ['expected_total', 'shown']) {
      const [field, other] = [within, now].map(one => one.querySelector<Field>(`[name=${name}]`))
      if (field && other) field.value = other.value
    }
    const [box, other] = [within, now].map(one => one.querySelector<HTMLElement>('[data-hold]'))
    if (box && other) {
      Object.assign(box.dataset, { hold: other.dataset['hold'], now: other.dataset['now'] })
      box.dispatchEvent(new Event('renewed'))
    }
    within.dispatchEvent(new Event('renewed'))
    tellMissing(within)
  }

  const fields = 'input, select, textarea'

  /** Fields for names and answers are replaced when there are more or fewer of them: somebody may be typing in one. */
  const isAnother = (part: HTMLElement, other: HTMLElement) =>
    ['names', 'answers'].includes(part.dataset['live'] ?? '')
      ? part.querySelectorAll(fields).length !== other.querySelectorAll(fields).length
      : part.innerHTML !== other.innerHTML

  function later(within: HTMLFormElement) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      saving = (saving ?? Promise.resolve())
        .then(() => save(within))
        // The button still updates the basket, and the order is refused until it is.
        .catch(() => {})
        .finally(() => {
          saving = undefined
        })
    }, patienceMs)
  }

  function tellMissing(within: HTMLFormElement) {
    const place = within.querySelector<HTMLElement>('[data-missing]')
    if (!place) return
    const wanted = [...within.querySelectorAll<Field>(':is(input, select, textarea)[required]')]
    const group = wanted.filter(field => field.closest('[hidden]') === null)
    const empty = group.filter(({ type, checked, value }) =>
      type === 'checkbox' ? !checked : value.trim() === '',
    )
    const names = new Set(
      empty.map(({ labels }) => labels?.[0]?.firstChild?.textContent?.trim() ?? ''),
    )
    const shown = [...names].filter(Boolean)
    const list = new Intl.ListFormat(document.documentElement.lang).format(shown)
    const text = (place.dataset['missing'] ?? '').replace('{fields}', list)
    place.textContent = shown.length === 0 ? '' : text
  }

  form.addEventListener('input', ({ target }) => {
    tellMissing(form)
    if (target instanceof HTMLInputElement && target.closest('[data-stepper]')) later(form)
  })
  form.addEventListener('submit', event => {
    if (timer === undefined && saving === undefined) return
    // What is ordered is what is shown.
    event.preventDefault()
    const { submitter } = event
    clearTimeout(timer)
    timer = undefined
    void (saving ?? save(form))
      .catch(() => {})
      .finally(() => {
        saving = undefined
        form.requestSubmit(submitter)
      })
  })
  // The browser may have filled fields in before this script ran.
  tellMissing(form)
}
