import type { SiteSettings } from '../../core/site-settings.ts'

/** The settings that can be changed while the service runs, by their names on the wire, in the table and in here. */
export const changeable = {
  name: 'name',
  accent: 'accent',
  language: 'language',
  sender: 'sender',
  terms_url: 'termsUrl',
  terms_version: 'termsVersion',
  second_factor: 'secondFactor',
} as const satisfies Record<string, keyof SiteSettings>

export type SettingName = keyof typeof changeable

export const settingNames = Object.keys(changeable) as SettingName[]
