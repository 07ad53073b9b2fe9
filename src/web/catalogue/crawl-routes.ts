import type { FastifyInstance } from 'fastify'
import { eventsForSearchEngines } from '../../catalogue/events/lookup.ts'
import { publishDue } from '../../catalogue/events/publish-due.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { recordsForSearchEngines } from '../../catalogue/linked/lookup.ts'
import { organizerKind } from '../../catalogue/organizers/kind.ts'
import { venueKind } from '../../catalogue/venues/kind.ts'
import type { AnswerCache } from '../../platform/http/kept/answer-cache.ts'
import { createBasis } from '../../platform/http/kept/answer-basis.ts'
import { sendKept } from '../../platform/http/kept/send-kept.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import { escapeHtml } from '../../core/text.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Site, Sites } from '../kit/site.ts'

/** As many addresses as one sitemap may have. */
const addressesMost = 50_000
/** Of these, at most so many for venues and as many for organizers. */
const recordsMost = 5000

/** `/sitemap.xml` and `/robots.txt`, which tell search engines what to index. */
export function crawlRoutes(http: FastifyInstance, { deps, sites, kept }: CrawlContext) {
  const kinds = kept.kindsOf(['events', 'venues', 'organizers'])
  http.get('/sitemap.xml', async (request, reply) => {
    const question = { text: 'sitemap', network: networkOf(request.ip), kinds }
    const cached = await kept.look(request, question)
    if (cached && 'body' in cached) return sendKept(kept, { request, reply, kept: cached })
    try {
      const until = await publishDue(deps)
      const text = await sitemap(deps, await sites.latest())
      const headers = { 'content-type': 'application/xml; charset=UTF-8' }
      if (!cached)
        return await reply.headers({ ...headers, 'cache-control': 'no-cache' }).send(text)
      const basis = createBasis(kinds)
      basis.until(until)
      const made = cached.keep(text, headers, basis.told())
      return await sendKept(kept, { request, reply, kept: made })
    } finally {
      cached?.giveUp()
    }
  })
  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=UTF-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(sites.now())),
  )
}

type CrawlContext = { deps: Deps; sites: Sites; kept: AnswerCache }

async function sitemap({ db }: Deps, { root }: Site): Promise<string> {
  const linked = await Promise.all(
    [venueKind, organizerKind].map(async kind => {
      const records = await recordsForSearchEngines(db, kind, recordsMost)
      return records.map(({ name, updated_at }) => ({
        url: `${root}/${kind.page}/${encodeURIComponent(name)}/`,
        changed: updated_at.toISOString(),
      }))
    }),
  )
  const records = linked.flat()
  const events = await eventsForSearchEngines(db, addressesMost - 2 - records.length)
  const addresses = [
    { url: `${root}/`, changed: undefined },
    { url: `${root}/events/`, changed: undefined },
    ...events.map(({ slug, updated_at }) => ({
      url: eventUrl({ id: 0, slug, status: 'publish' }, root),
      changed: updated_at.toISOString(),
    })),
    ...records,
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
