import { type Theme, themeOf } from '../../core/theme.ts'
import type { Logo, SiteSettings } from '../../core/site-settings.ts'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../config/config.ts'
import { styleSheet } from '../theme/style-sheet.ts'
import { usedRules } from '../theme/used-rules.ts'
import type { Language } from '../../core/words/languages.ts'
import { type Assets, type AssetStore, createAssets } from './assets.ts'

/** Properties of the installation that stay while the service runs. */
type FixedSite = {
  /** The public address of the site, without a slash at the end. */
  readonly root: string
  /** The path of that address, usually empty, for links between pages. */
  readonly base: string
  readonly zone: string
  /** The first day of a week in the calendar. */
  readonly weekBegins: Config['weekBegins']
  /** Whether pages and languages for developers are available. */
  readonly forDevelopers: boolean
}

/** Properties of the installation that all pages share. */
export type Site = FixedSite & {
  readonly name: string
  readonly language: Language
  readonly theme: Theme
  readonly assets: Assets
  /** Pages about the site elsewhere; an empty address is none. */
  readonly legal: { readonly imprint: string; readonly privacy: string }
  /** What icons of the site are drawn from: its logo, or else its mark as SVG. */
  readonly sign: { readonly logo: Logo | undefined; readonly mark: string }
  /** Who sells, in lines; empty where nothing is said. */
  readonly seller: string
  /** The rules of the style sheet that a page needs. */
  readonly rulesFor: (html: string) => string
}

/** The site as its settings make it, which can change while the service runs. */
export type Sites = FixedSite & {
  /** The site as this process knows it. */
  now(): Site
  /** The same after reading what another process has changed, for whatever is kept. */
  latest(): Promise<Site>
  readonly files: Pick<AssetStore, 'find'>
}

/** Fails when the logo cannot be read. */
export function createSites(
  config: Config,
  publicRoot: string,
  settings: Pick<Deps, 'siteSettings' | 'settingsRead'>,
): Sites {
  const fixedSite: FixedSite = {
    root: publicRoot,
    base: new URL(publicRoot).pathname.replace(/\/$/, ''),
    zone: config.timezone,
    weekBegins: config.weekBegins,
    forDevelopers: config.devPages,
  }
  const files = createAssets(fixedSite.base)
  let made: { of: SiteSettings; site: Site } | undefined
  const now = (): Site => {
    const of = settings.siteSettings()
    if (made?.of !== of) made = { of, site: siteOf(fixedSite, files, of) }
    return made.site
  }
  now()
  return {
    ...fixedSite,
    now,
    latest: async () => {
      await settings.settingsRead()
      return now()
    },
    files,
  }
}

function siteOf(fixedSite: FixedSite, files: AssetStore, settings: SiteSettings): Site {
  const theme = themeOf(settings.accent || undefined)
  const mark = lamps(theme)
  return {
    ...fixedSite,
    name: settings.name,
    language: settings.language,
    theme,
    assets: files.with({ icon: mark, logo: settings.logo }),
    seller: settings.seller,
    legal: { imprint: settings.imprintUrl, privacy: settings.privacyUrl },
    sign: { logo: settings.logo, mark },
    rulesFor: usedRules(styleSheet(theme)),
  }
}

/** The site's mark in its colours. */
const lamps = ({ light: { accent, lamp } }: Theme) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><g fill="${lamp}"><circle cx="8" cy="16" r="3.5"/><circle cx="16" cy="16" r="3.5" opacity=".7"/><circle cx="24" cy="16" r="3.5" opacity=".45"/></g></svg>`
