import { renderToString } from 'preact-render-to-string'
import { locales } from '../../core/locale.ts'
import { Layout } from './layout.tsx'
import type { Page } from './page.ts'
import { useView, type View, ViewProvider, withParameter } from './view.ts'
import { networkLocaleOf } from '../../core/words/languages.ts'

type DocumentProps = {
  page: Page
  /** Tags by which clients find the API (web/discovery.ts). */
  discovery: string
  /** Set on personal pages. */
  nonce?: string | undefined
}

/** A page as text; the content security policy names the style sheet and the scripts that stand in it. */
export type PageText = { html: string; style: string; scripts: readonly string[] }

/** A whole page, with the rules of the style sheet and the scripts that it needs inside. */
export function documentOf(view: View, props: DocumentProps): PageText {
  const { words, site } = view
  const inner = renderToString(
    <ViewProvider value={view}>
      <head>
        <Head {...props} />
      </head>
      <body>
        {props.page.isEmbedded ? (
          props.page.body
        ) : (
          <Layout keeps={props.page.keeps}>{props.page.body}</Layout>
        )}
      </body>
    </ViewProvider>,
  )
  const style = site.rulesFor(inner)
  const scripts = islandsOf(props.page).flatMap(name => site.assets.script(name)?.text ?? [])
  const own = props.discovery + scriptTags(scripts, props.nonce) + `<style>${style}</style>`
  const rest = inner.replace(unwritable, '').replace('</head>', () => `${own}</head>`)
  const html = `<!doctype html>\n<html lang="${words.language}" dir="${words.dir}">${rest}</html>\n`
  return { html, style, scripts }
}

/**
 * Public pages with scripts also show how long the places in the visitor's basket are still held. A page without any stays
 * one that allows none.
 */
const islandsOf = ({ islands = [], canonical }: Page) =>
  canonical === undefined || islands.length === 0 ? islands : [...islands, 'basket']

/**
 * Control characters, which no HTML may have. They come from texts that a visitor sent and a page repeats. A pattern that looks ahead
 * takes twice the time.
 */
const unwritable = /[^\P{Cc}\t\n\f\r]/gu

/**
 * Scripts as modules, which run when the whole page is there. They have a few hundred bytes: as files each would cost
 * a slow network a round trip before the page is painted (docs/decisions/0053-styles-inside-the-page.md).
 */
function scriptTags(scripts: readonly string[], nonce: string | undefined): string {
  const mark = nonce === undefined ? '' : ` nonce="${nonce}"`
  return scripts.map(text => `<script type="module"${mark}>${text}</script>`).join('')
}

function Head({ page }: DocumentProps) {
  const { site, words } = useView()
  const { assets, theme } = site
  const title = page.title === site.name ? site.name : `${page.title} · ${site.name}`
  return (
    <>
      <meta charset="utf-8" />
      {page.isEmbedded && <base target="_blank" />}
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {page.description && <meta name="description" content={page.description} />}
      <link rel="icon" href={assets.icon} />
      <link rel="apple-touch-icon" href={`${site.base}/apple-touch-icon.png`} />
      <meta name="apple-mobile-web-app-title" content={site.name} />
      <meta name="theme-color" content={theme.light.paper} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={theme.dark.paper} media="(prefers-color-scheme: dark)" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={page.title} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={networkLocaleOf[words.language]} />
      {page.description && <meta property="og:description" content={page.description} />}
      <Picture page={page} />
      {page.canonical === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Addresses page={page} canonical={page.canonical} />
      )}
      {page.linkedData && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(page.linkedData) }}
        />
      )}
    </>
  )
}

/** A page without a picture of its own is previewed with the icon of the site. */
function Picture({ page: { picture, title } }: { page: Page }) {
  const { site } = useView()
  if (!picture) {
    return (
      <>
        <meta property="og:image" content={`${site.root}/apple-touch-icon.png`} />
        <meta name="twitter:card" content="summary" />
      </>
    )
  }
  return (
    <>
      <meta property="og:image" content={picture.url} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** The address for search engines, the other languages of the page, and the pages before and after it. */
function Addresses({ page, canonical }: { page: Page; canonical: string }) {
  const { site, words, namesLanguage } = useView()
  const whole = site.root + canonical
  const inLanguage = (language: string) => withParameter(whole, 'lang', language)
  const own = namesLanguage ? inLanguage(words.language) : whole
  return (
    <>
      <link rel="canonical" href={own} />
      <meta property="og:url" content={own} />
      {locales.map(language => (
        <link key={language} rel="alternate" hreflang={language} href={inLanguage(language)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={whole} />
      {page.previous && <link rel="prev" href={site.root + page.previous} />}
      {page.next && <link rel="next" href={site.root + page.next} />}
    </>
  )
}
