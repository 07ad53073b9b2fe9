import type { IncomingHttpHeaders } from 'node:http'
import { type Language, languageFor } from '../../core/words/languages.ts'
import type { Site } from './site.ts'

/** The language of a page for a request (contract.md 24.3). */
export function languageOf(
  { language, forDevelopers }: Pick<Site, 'language' | 'forDevelopers'>,
  { url = '', headers }: { url?: string | undefined; headers: IncomingHttpHeaders },
): Language {
  return languageFor({
    chosen: /[?&]lang=([\w-]{2,10})(?:&|$)/.exec(url)?.[1],
    cookie: /(?:^|;\s*)marquee-lang=([\w-]{2,10})(?:;|$)/.exec(headers.cookie ?? '')?.[1],
    accept: headers['accept-language'],
    fallback: language,
    pseudo: forDevelopers,
  })
}
