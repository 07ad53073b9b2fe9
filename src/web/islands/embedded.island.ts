/**
 * In a frame of another site: tells that site how high the page is, and nothing else. The site says its origin in the address; only
 * one that may show the frame is told, and browsers give the message to no other.
 */
const page = document.querySelector<HTMLElement>('[data-embedded]')
const host = decodeURIComponent(location.hash.slice(1))
if (page && parent !== window && (page.dataset['embedded'] ?? '').split(' ').includes(host)) {
  const tell = () =>
    parent.postMessage({ marqueeHeight: Math.ceil(page.getBoundingClientRect().height) }, host)
  new ResizeObserver(tell).observe(page)
}
