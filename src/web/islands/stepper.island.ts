/**
 * Buttons beside a quantity: `<span data-stepper data-least="2"><input type="number" min max><button data-step hidden>…`. Below
 * the least there is only none. The new quantity is read out.
 */
for (const stepper of document.querySelectorAll<HTMLElement>('[data-stepper]')) {
  const input = stepper.querySelector('input')
  const status = stepper.querySelector('[role=status]')
  if (!input || !status) continue
  const least = Number(stepper.dataset['least'])
  const most = input.max === '' ? Number.POSITIVE_INFINITY : Number(input.max)
  const buttons = [...stepper.querySelectorAll<HTMLButtonElement>('[data-step]')]
  const show = () => {
    const now = Number(input.value)
    for (const button of buttons) {
      // Not `disabled`, which would lose the focus of whoever is pressing it.
      const isEnd = Number(button.dataset['step']) < 0 ? now <= 0 : now >= most
      button.setAttribute('aria-disabled', String(isEnd))
    }
  }
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => {
      const by = Number(button.dataset['step'])
      const next = Number(input.value) + by
      const allowed = next < least ? (by > 0 ? least : 0) : Math.min(next, most)
      input.value = String(allowed)
      status.textContent = input.value
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  input.addEventListener('input', show)
  show()
}
