import type { FastifyInstance } from 'fastify'
import { eventsForSearchEngines } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { escapeHtml } from '../../core/text.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Site } from '../kit/site.ts'

/** As many addresses as one sitemap may have. */
const addressesMost = 50_000
const keptSeconds = 3600

/** `/sitemap.xml` and `/robots.txt`, which tell search engines what to index. */
export function crawlRoutes(http: FastifyInstance, { deps, site }: { deps: Deps; site: Site }) {
  let kept: { at: number; text: Promise<string> } | undefined
  http.get('/sitemap.xml', async (_request, reply) => {
    const now = deps.clock.now().getTime()
    if (!kept || now - kept.at > keptSeconds * 1000) {
      const text = sitemap(deps, site)
      kept = { at: now, text }
      // After a failure the next request tries again.
      text.catch(() => {
        kept = undefined
      })
    }
    return reply
      .type('application/xml; charset=UTF-8')
      .header('cache-control', `public, max-age=${keptSeconds}`)
      .send(await kept.text)
  })
  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=UTF-8')
      .header('cache-control', `public, max-age=${keptSeconds}`)
      .send(robots(site)),
  )
}

async function sitemap({ db }: Deps, { root }: Site): Promise<string> {
  const events = await eventsForSearchEngines(db, addressesMost - 2)
  const addresses = [
    { url: `${root}/`, changed: undefined },
    { url: `${root}/events/`, changed: undefined },
    ...events.map(({ slug, updated_at }) => ({
      url: eventUrl({ id: 0, slug, status: 'publish' }, root),
      changed: updated_at.toISOString(),
    })),
  ]
  const entries = addresses.map(
    ({ url, changed }) =>
      `<url><loc>${escapeHtml(url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

const robots = ({ root, base }: Site) => `User-agent: *
Disallow: ${base}/tickets-order
Disallow: ${base}/*?search=
Sitemap: ${root}/sitemap.xml
`
