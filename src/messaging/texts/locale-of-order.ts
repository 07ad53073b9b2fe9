import { type Locale, localeNamed } from '../../core/locale.ts'
import type { Deps } from '../deps.ts'

/** The language in which mails and papers speak to the buyer of an order; that of the site where it is not known. */
export const localeOfOrder = (
  { config }: Pick<Deps, 'config'>,
  { locale }: { locale: string | null },
): Locale => (locale === null ? undefined : localeNamed(locale)) ?? config.siteLanguage
