import type { Deps } from '../../deps.ts'
import type { SiteSettings } from '../../core/site-settings.ts'
import { cashNote } from './cash-law.ts'
import { fixedBy } from './read-settings.ts'
import { changeable, fixableNames, logoName, warningsOf } from './rules.ts'

/** The settings by their names on the wire, and which of them the environment decides. */
export function settingsView(
  { config, publicRoot }: Pick<Deps, 'config' | 'publicRoot'>,
  settings: SiteSettings,
) {
  return {
    name: settings[changeable.name],
    accent: settings[changeable.accent],
    logo: settings.logo ? `${publicRoot}/assets/${logoName(settings.logo)}` : '',
    language: settings[changeable.language],
    seller: settings[changeable.seller],
    sender: settings[changeable.sender],
    terms_url: settings[changeable.terms_url],
    terms_version: settings[changeable.terms_version],
    imprint_url: settings[changeable.imprint_url],
    privacy_url: settings[changeable.privacy_url],
    second_factor: settings[changeable.second_factor],
    retention_days: settings.retentionDays === 0 ? 'off' : String(settings.retentionDays),
    qr_content: settings[changeable.qr_content],
    seller_country: settings[changeable.seller_country],
    desk_cash: settings[changeable.desk_cash],
    cash_note: cashNote(settings.sellerCountry),
    warnings: warningsOf(settings),
    fixed: fixableNames.filter(name => fixedBy(config, name) !== undefined),
  }
}
