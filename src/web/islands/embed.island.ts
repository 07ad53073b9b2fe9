import type { EmbeddedSite } from '../embed/embedded-site.ts'

/** What the service put around this script. */
declare const site: EmbeddedSite

/**
 * Runs in pages of other sites: `<script src="…/embed.js" data-event="…">` becomes a button that leads to the event, or a frame
 * with its tickets (`data-show="tickets"`) or with the programme (`data-show="list"`). It reads nothing of the page, sets no cookie
 * and styles nothing but its own element.
 */
const tag = document.currentScript
if (tag instanceof HTMLScriptElement) place(tag)

function place(script: HTMLScriptElement) {
  const { event = '', show, category = '', label, lang } = script.dataset
  const named = [lang, document.documentElement.lang.split('-')[0], site.language]
  const language = named.find(name => name !== undefined && name in site.words) ?? 'en'
  const words = site.words[language]
  const isEvent = event !== ''
  const name = encodeURIComponent(event)
  const page = isEvent ? `/event/${name}/?lang=${language}#tickets` : `/events/?lang=${language}`
  const link = buttonTo(site.root + page, label || words?.[isEvent ? 'tickets' : 'events'] || '')
  const host = document.createElement('div')
  // Whatever the page says of its own elements does not reach into it.
  host.style.cssText = 'all:initial;display:block'
  const inside = host.attachShadow({ mode: 'open' })
  script.after(host)
  const isFrame = (show === 'tickets' && isEvent) || show === 'list'
  if (!isFrame || !/^https?:/.test(location.origin)) return inside.append(link)
  const list = category === '' ? '' : `category=${encodeURIComponent(category)}&`
  const path = show === 'list' ? `/embed/events?${list}` : `/embed/event/${name}?`
  const frame = document.createElement('iframe')
  frame.title = link.textContent ?? ''
  frame.src = `${site.root}${path}lang=${language}#${encodeURIComponent(location.origin)}`
  frame.style.cssText = 'display:block;width:100%;border:0;height:420px;color-scheme:light dark'
  inside.append(frame)
  follow(frame, () => frame.replaceWith(link))
}

function buttonTo(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = text
  link.style.cssText = `display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:8px 22px;box-sizing:border-box;border-radius:12px;background:${site.accent};color:${site.onAccent};font:650 16px/1.3 system-ui,sans-serif;text-decoration:none`
  return link
}

/** Makes a frame as high as its page says. One that says nothing may not be shown here: `giveUp` puts a link in its place. */
function follow(frame: HTMLIFrameElement, giveUp: () => void) {
  const { origin: ours } = new URL(site.root)
  let isHeard = false
  addEventListener('message', ({ source, origin, data }) => {
    const height = Number(data?.marqueeHeight)
    if (source !== frame.contentWindow || origin !== ours || !(height > 0)) return
    isHeard = true
    frame.style.height = `${Math.min(height, 20_000)}px`
  })
  frame.addEventListener('load', () => setTimeout(() => isHeard || giveUp(), 3000))
}
