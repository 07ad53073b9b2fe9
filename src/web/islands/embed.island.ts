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
  const { event = '', label } = script.dataset
  const language = languageOf(script)
  const link = linkTo(event, language, label)
  const host = document.createElement('div')
  // Whatever the page says of its own elements does not reach into it.
  host.style.cssText = 'all:initial;display:block'
  const inside = host.attachShadow({ mode: 'open' })
  script.after(host)
  const path = framePath(script.dataset)
  // A page without an origin, such as a file, is shown no frame.
  if (path === undefined || !/^https?:/.test(location.origin)) return inside.append(link)
  const frame = document.createElement('iframe')
  frame.title = link.textContent ?? ''
  frame.src = `${site.root}${path}lang=${language}#${encodeURIComponent(location.origin)}`
  frame.style.cssText = 'display:block;width:100%;border:0;height:420px;color-scheme:light dark'
  inside.append(frame)
  return follow(frame, () => frame.replaceWith(link))
}

/** The language that the script names, else that of the page, else that of the ticket site. */
function languageOf({ dataset: { lang } }: HTMLScriptElement): string {
  const named = [lang, document.documentElement.lang.split('-')[0]]
  return named.find(name => name !== undefined && name in site.words) ?? site.language
}

function linkTo(event: string, language: string, label: string | undefined) {
  const words = site.words[language]
  const [page, usual] =
    event === ''
      ? [`/events/?lang=${language}`, words?.events]
      : [`/event/${encodeURIComponent(event)}/?lang=${language}#tickets`, words?.tickets]
  return buttonTo(site.root + page, label || (usual ?? ''))
}

/** The page for the frame, up to the language; undefined where a button is enough. */
function framePath({ event, show, category }: DOMStringMap): string | undefined {
  if (show === 'tickets' && event) return `/embed/event/${encodeURIComponent(event)}?`
  if (show !== 'list') return undefined
  return category ? `/embed/events?category=${encodeURIComponent(category)}&` : '/embed/events?'
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
