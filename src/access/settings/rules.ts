import type { SiteSettings } from '../../core/site-settings.ts'

/** The settings that can be changed while the service runs, by their names on the wire, in the table and in here. */
export const changeable = {
  name: 'name',
  accent: 'accent',
  language: 'language',
  sender: 'sender',
  terms_url: 'termsUrl',
  terms_version: 'termsVersion',
  imprint_url: 'imprintUrl',
  privacy_url: 'privacyUrl',
  second_factor: 'secondFactor',
  retention_days: 'retentionDays',
  qr_content: 'qrContent',
} as const satisfies Record<string, keyof SiteSettings>

/** Card disputes come up to so many days after an event, and answering one takes the buyer's name. */
const disputeDays = 180

/** What an administrator should know of settings that can be used. */
export function warningsOf({ retentionDays }: Pick<SiteSettings, 'retentionDays'>): string[] {
  if (retentionDays === 0 || retentionDays >= disputeDays) return []
  return [
    `retention_days is ${retentionDays}: a buyer can dispute a card payment months after the event, and whoever answers then does not know the buyer any more. ${disputeDays} days are enough.`,
  ]
}

export type SettingName = keyof typeof changeable

export const settingNames = Object.keys(changeable) as SettingName[]
