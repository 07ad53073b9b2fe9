/** Shows the share button: `<button data-share data-copied hidden>`. Where a browser cannot share, it copies the link. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-share]')) {
  const url = button.dataset['share'] ?? ''
  const label = button.querySelector('span')
  const usual = label?.textContent ?? ''
  const share = 'share' in navigator
  if (!share && !('clipboard' in navigator)) continue
  button.hidden = false
  button.addEventListener('click', () => {
    // Closing the dialogue is no failure.
    if (share) return void navigator.share({ title: document.title, url }).catch(() => {})
    void navigator.clipboard.writeText(url).then(() => {
      if (label) label.textContent = button.dataset['copied'] ?? ''
      setTimeout(() => {
        if (label) label.textContent = usual
      }, 3000)
    })
  })
}
