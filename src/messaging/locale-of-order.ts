import { type Locale, localeNamed } from '../core/locale.ts'
import type { Deps } from './deps.ts'

/** The language of mails and papers for the buyer of an order; the site's when the order has none. */
export const localeOfOrder = (
  { siteSettings }: Pick<Deps, 'siteSettings'>,
  { locale }: { locale: string | null },
): Locale => (locale === null ? undefined : localeNamed(locale)) ?? siteSettings().language
