import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { speakerOf } from '../../core/words/speak.ts'
import { Layout } from '../kit/layout.tsx'
import type { Site } from '../kit/site.ts'
import { ViewProvider } from '../kit/view.ts'
import { docStyle } from './doc-style.ts'

type DocFrame = {
  title: string
  /** The path of the page below the site's root, such as `/docs/events`. */
  path: string
  body: ComponentChildren
  /** The script of the page and the nonce that its policy allows. */
  script?: { src: string; nonce: string } | undefined
}

/**
 * A page under `/docs` in the frame of the site, as a whole document. These pages are in English, as the names and texts of
 * the interface are. Their style is a file that they share, because each of them is long and none is the first of a visit.
 */
export function docFrame(site: Site, { title, path, body, script }: DocFrame): string {
  const view = { site, words: speakerOf('en'), address: site.base + path, namesLanguage: false }
  const inner = renderToString(
    <ViewProvider value={view}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${site.name}`}</title>
        <link rel="stylesheet" href={`${site.base}/docs/style.css`} />
        <link rel="icon" href={site.assets.icon} />
        {script && <script type="module" src={script.src} nonce={script.nonce} />}
      </head>
      <body>
        <Layout isEnglish>
          <div class="docs">{body}</div>
        </Layout>
      </body>
    </ViewProvider>,
  )
  return `<!doctype html>\n<html lang="en">${inner}</html>\n`
}

/** `/docs/style.css`: the rules of the site's style sheet that its frame needs, and those of these pages. */
export const docStyleOf = (site: Site): string =>
  site.rulesFor(docFrame(site, { title: '', path: '/docs', body: <p class="notice" /> })) + docStyle
