import { createHash } from 'node:crypto'
import type { Logo, SiteSettings } from '../../core/site-settings.ts'

/** The settings that can be changed while the service runs, by their names on the wire, in the table and in here. */
export const changeable = {
  name: 'name',
  accent: 'accent',
  language: 'language',
  seller: 'seller',
  sender: 'sender',
  terms_url: 'termsUrl',
  terms_version: 'termsVersion',
  imprint_url: 'imprintUrl',
  privacy_url: 'privacyUrl',
  second_factor: 'secondFactor',
  retention_days: 'retentionDays',
  qr_content: 'qrContent',
  seller_country: 'sellerCountry',
  desk_cash: 'deskCash',
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

/** The setting that names the logo that was uploaded; its picture is in a table of its own. */
export const logoSetting = 'logo'

/** All that the environment can decide. */
export const fixableNames = [...settingNames, logoSetting] as const

/** The most bytes of a picture that is uploaded as the logo. */
export const logoBytesMost = 2 * 1024 * 1024

/** The logo is kept at most this large: four times as high as pages show it, for sharp screens and paper. */
export const logoBox = { width: 640, height: 128 } as const

const logoTypes: readonly (readonly [at: number, begins: string])[][] = [
  [[0, '89504e470d0a1a0a']],
  [[0, 'ffd8ff']],
  [
    [0, '52494646'],
    [8, '57454250'],
  ],
]

/**
 * Whether a file is a PNG, JPEG or WebP, by its first bytes, whatever its name says. SVG is no such type, because it can
 * contain script.
 */
export const mayBeLogo = (content: Buffer): boolean =>
  logoTypes.some(begins =>
    begins.every(([at, bytes]) => content.toString('hex', at, at + bytes.length / 2) === bytes),
  )

/** The name of the logo's file, which changes with its content. */
export const logoName = ({ extension, content }: Logo): string =>
  `logo-${createHash('sha256').update(content).digest('base64url').slice(0, 12)}.${extension}`
