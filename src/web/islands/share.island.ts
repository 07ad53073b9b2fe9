/** Shows the button that shares the page where the browser can do that: `<button data-share hidden>`. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-share]')) {
  if (!('share' in navigator)) continue
  button.hidden = false
  button.addEventListener('click', () => {
    // Whoever closes the dialogue has not failed.
    navigator.share({ title: document.title, url: button.dataset['share'] ?? '' }).catch(() => {})
  })
}
