/** Shows the share button in browsers that can share: `<button data-share hidden>`. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-share]')) {
  if (!('share' in navigator)) continue
  button.hidden = false
  button.addEventListener('click', () => {
    // Closing the dialogue is no failure.
    navigator.share({ title: document.title, url: button.dataset['share'] ?? '' }).catch(() => {})
  })
}
