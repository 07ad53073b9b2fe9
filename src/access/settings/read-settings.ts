import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, options } from '../../config/config.ts'
import { Problem } from '../../config/setting-kinds.ts'
import type { Logo, SiteSettings } from '../../core/site-settings.ts'
import { changeable, logoSetting, type SettingName, settingNames } from './rules.ts'

type OptionName = keyof typeof options

/** The environment variable behind each setting, which wins over the table. */
const optionOf = {
  name: 'siteName',
  accent: 'siteAccent',
  language: 'siteLanguage',
  seller: 'seller',
  sender: 'mailFrom',
  terms_url: 'termsUrl',
  terms_version: 'termsVersion',
  imprint_url: 'imprintUrl',
  privacy_url: 'privacyUrl',
  second_factor: 'secondFactor',
  retention_days: 'retentionDays',
  qr_content: 'qrContent',
  seller_country: 'sellerCountry',
  desk_cash: 'deskCash',
} as const satisfies Record<SettingName, OptionName>

/** The environment variable that decides a setting, or undefined where the table may. */
export function fixedBy(
  config: Config,
  name: SettingName | typeof logoSetting,
): string | undefined {
  const option = name === logoSetting ? 'siteLogo' : optionOf[name]
  return config.given.has(option) ? options[option].env : undefined
}

/** Blanks, and characters that nobody sees. */
const unseen = /[\s\p{Cf}]/gu

/** Why a text cannot be the value of a setting: the end of a sentence that begins with the setting. */
export function whyNot(name: SettingName, value: string): string | undefined {
  if (name === 'name' && value.replace(unseen, '') === '') return 'must have words'
  const parsed: unknown = options[optionOf[name]].parse(value)
  return parsed instanceof Problem ? parsed.reason : undefined
}

/**
 * The settings of the site: what the environment says, else what was saved, else what is usual. A saved text that an
 * older or newer release cannot read counts as not saved.
 */
export function settingsFrom(
  config: Config,
  saved: ReadonlyMap<string, string>,
  uploaded?: Buffer,
): SiteSettings {
  const values = settingNames.map(name => {
    const option = optionOf[name]
    const text = saved.get(name)
    const isSaved =
      text !== undefined && !config.given.has(option) && whyNot(name, text) === undefined
    return [changeable[name], isSaved ? options[option].parse(text) : config[option]]
  })
  return Object.freeze({
    logo: logoOf(config, uploaded),
    ...Object.fromEntries(values),
  }) as SiteSettings
}

/** The file that the environment names, or else the picture that was uploaded. Fails when the file cannot be read. */
function logoOf({ siteLogo: file }: Config, uploaded: Buffer | undefined): Logo | undefined {
  if (file === '') return uploaded && { extension: 'png', content: uploaded }
  const extension = path.extname(file).toLowerCase().slice(1)
  return { extension: extension as Logo['extension'], content: readFileSync(file) }
}
