/** Shows the button that prints the page: `<button data-print hidden>`. Without a script the browser's menu does it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    print()
  })
}
