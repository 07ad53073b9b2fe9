import { type Theme, themeOf } from '../../core/theme.ts'
import type { Config } from '../../config/config.ts'
import { styleSheet } from '../theme/style-sheet.ts'
import { usedRules } from '../theme/used-rules.ts'
import type { Language } from '../words/languages.ts'
import { type Assets, createAssets } from './assets.ts'

/** Properties of the installation that all pages share. */
export type Site = {
  readonly name: string
  /** The public address of the site, without a slash at the end. */
  readonly root: string
  /** The path of that address, usually empty, for links between pages. */
  readonly base: string
  readonly zone: string
  readonly language: Language
  /** The first day of a week in the calendar. */
  readonly weekBegins: Config['weekBegins']
  readonly theme: Theme
  readonly assets: Assets
  /** The rules of the style sheet that a page needs. */
  readonly rulesFor: (html: string) => string
  /** Whether pages and languages for developers are available. */
  readonly forDevelopers: boolean
}

/** Fails when the logo cannot be read. */
export function createSite(config: Config, publicRoot: string): Site {
  const base = new URL(publicRoot).pathname.replace(/\/$/, '')
  const theme = themeOf(config.siteAccent || undefined)
  return {
    name: config.siteName,
    root: publicRoot,
    base,
    zone: config.timezone,
    language: config.siteLanguage,
    weekBegins: config.weekBegins,
    theme,
    assets: createAssets({ base, icon: lamps(theme), logoFile: config.siteLogo }),
    rulesFor: usedRules(styleSheet(theme)),
    forDevelopers: config.devPages,
  }
}

/** The site's mark in its colours. */
const lamps = ({ light: { accent, lamp } }: Theme) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><g fill="${lamp}"><circle cx="8" cy="16" r="3.5"/><circle cx="16" cy="16" r="3.5" opacity=".7"/><circle cx="24" cy="16" r="3.5" opacity=".45"/></g></svg>`
