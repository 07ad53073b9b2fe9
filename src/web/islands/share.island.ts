/** Shows the share button: `<button data-share data-copied hidden>`. Where a browser cannot share, it copies the link. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-share]')) {
  const url = button.dataset['share'] ?? ''
  const label = button.querySelector('span')
  const usual = label?.textContent ?? ''
  const share = 'share' in navigator
  if (!share && !('clipboard' in navigator)) continue
  const say = (text: string) => {
    if (label) label.textContent = text
  }
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    say(button.dataset['copied'] ?? '')
    setTimeout(() => say(usual), 3000)
  }
  button.hidden = false
  button.addEventListener('click', () => {
    // Closing the dialogue is no failure.
    if (share) navigator.share({ title: document.title, url }).catch(() => {})
    else void copy()
  })
}
