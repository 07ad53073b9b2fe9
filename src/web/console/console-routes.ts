import type { FastifyInstance } from 'fastify'
import { browserSession } from '../../access/sessions/recognise-session.ts'
import { interfacePathOf } from '../../config/interface-path.ts'
import { exponentOf } from '../../core/currency.ts'
import { Html, html, page } from '../../core/html.ts'
import { requestInfo } from '../../platform/http/request/request.ts'
import type { PageContext } from '../kit/pages.ts'
import type { Site } from '../kit/site.ts'
import type { ConsoleState, FirstFiles } from '../kit/built-console.ts'
import { consolePolicy } from './console-policy.ts'

/**
 * The organiser's application, at `/admin` and every address below, which it reads itself. Who is
 * signed in, and what they may do, it asks the interface; the page says only whether anybody is.
 */
export function consoleRoutes(http: FastifyInstance, context: PageContext) {
  for (const path of ['/admin', '/admin/*']) {
    http.get(path, async (request, reply) => {
      const site = await context.sites.latest()
      const state = context.built.state()
      const nonce = context.deps.random.token(16)
      reply.type('text/html; charset=UTF-8').headers({
        'cache-control': 'no-store, private',
        'content-security-policy': consolePolicy(nonce),
        'x-robots-tag': 'noindex',
        // With `no-referrer` browsers would send requests without an origin, and the cookie would not count.
        'referrer-policy': 'same-origin',
      })
      if (state.is !== 'built') return reply.code(503).send(insteadPage(state))
      await context.deps.gateways.refresh()
      const isSignedIn = (await browserSession(context.deps, requestInfo(request))) !== undefined
      return reply.send(applicationPage(context, { site, files: state.files, nonce, isSignedIn }))
    })
  }
}

type ConsolePage = { site: Site; files: FirstFiles; nonce: string; isSignedIn: boolean }

function applicationPage({ deps }: PageContext, parts: ConsolePage): string {
  const { config, gateways } = deps
  const { site, files, nonce, isSignedIn } = parts
  const about = {
    base: site.base,
    api: site.base + interfacePathOf(config).replace(/\/$/, ''),
    name: site.name,
    accent: deps.siteSettings().accent,
    language: deps.siteSettings().language,
    currency: config.currency,
    exponent: exponentOf(config.currency),
    zone: site.zone,
    sandbox: gateways.sandbox,
    nonce,
    isSignedIn,
  }
  // A name with `</script>` in it must not end the element.
  const data = new Html(JSON.stringify(about).replaceAll('<', '\\u003c'))
  const file = (name: string) => `${site.base}/assets/${name}`
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${site.name}</title><link rel="icon" href="${site.assets.icon}">
${files.styles.map(name => html`<link rel="stylesheet" href="${file(name)}">`)}
<script type="application/json" id="site">${data}</script>
<script type="module" nonce="${nonce}" src="${file(files.script)}"></script></head>
<body><div id="console"></div>
<noscript>The console needs JavaScript. Everything that it does, the interface does, too: see <a href="${site.base}/docs">its documentation</a>.</noscript>
</body></html>
`.text
}

/** A page that says why the console is not there. While it is being built, the page looks again by itself. */
function insteadPage(state: Exclude<ConsoleState, { is: 'built' }>): string {
  if (state.is === 'being built') {
    const again = html`<meta http-equiv="refresh" content="2">`
    const text = html`<h1>The console is being built</h1><p>This takes some seconds. The page looks again by itself.</p>`
    return page('The console is being built', text, again)
  }
  const how = state.canBeBuilt
    ? html`Run <code>npm run build</code> in the folder of the service.`
    : html`The packages that build it are missing: run <code>npm ci</code> without <code>--omit=dev</code>, then
    <code>npm run build</code>. A packed release has the console inside.`
  return page('No console', html`<h1>The console was not built</h1><p>${how}</p>`)
}
