import type { FastifyInstance } from 'fastify'
import { locales } from '../../core/locale.ts'
import { fail } from '../../core/errors.ts'
import { sendCompressed } from '../../platform/http/answer/send-compressed.ts'
import type { Site, Sites } from '../kit/site.ts'
import { speakerOf } from '../../core/words/speak.ts'
import type { EmbeddedSite } from './embedded-site.ts'

/** `/embed.js`: the script that other sites put into their pages, with the accent, language and words of this site. */
export function serveEmbedScript(http: FastifyInstance, sites: Sites) {
  let made: { of: Site; text: string } | undefined
  http.get('/embed.js', async (request, reply) => {
    const site = await sites.latest()
    if (made?.of !== site) made = { of: site, text: scriptFor(site) }
    reply.type('text/javascript; charset=UTF-8').headers({
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return sendCompressed(request, reply, made.text)
  })
}

function scriptFor({ root, theme, language, assets }: Site): string {
  const { text } = assets.script('embed') ?? fail('rest_no_route')
  const about: EmbeddedSite = {
    root,
    accent: theme.light.accent,
    onAccent: theme.light.onAccent,
    language,
    words: Object.fromEntries(
      locales.map(locale => {
        const { t } = speakerOf(locale)
        return [locale, { tickets: t('embed.tickets'), events: t('list.title') }]
      }),
    ),
  }
  // A function, so that nothing of it becomes a name in the other site's page, which may have the script twice.
  return `(site=>{${text}})(${JSON.stringify(about).replaceAll('<', '\\u003c')})`
}
