import { createPrivateKey } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { countries } from '../core/countries.ts'
import { isCurrency } from '../core/currency.ts'
import { locales } from '../core/locale.ts'
import { isMailAddress } from '../core/mail-address.ts'
import { isProviderKey } from '../core/provider-key.ts'
import { isTimeZone, zoneName } from '../core/time.ts'

/** One setting: its environment variable, its meaning, how its text is parsed, and its default. */
export type Option<T> = {
  env: string
  doc: string
  parse: (text: string) => T | Problem
  fallback: T
  /** Never printed, not even by `marquee doctor`. */
  secret?: boolean
}

/** Why a setting was refused: the end of a sentence that begins with the variable, "PORT …". */
export class Problem {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

export const option = <T>(definition: Option<T>) => definition
const refuse = (reason: string) => new Problem(reason)

export const text = (value: string) => value
/** One line of plain text, such as headers of mails and titles of pages take. */
export const line = (value: string) =>
  /[\p{Cc}\u2028\u2029]/u.test(value) ? refuse('must be one line of plain text') : value
/** A few lines of plain text, without blanks at their ends and without empty lines around them. */
export const lines = (value: string) => {
  const own = value.split(/\r?\n/).map(line => line.trim())
  if (own.join('').length > 500 || own.length > 12)
    return refuse('must be at most 12 lines of 500 characters together')
  return /[\p{Cc}]/u.test(own.join(''))
    ? refuse('must be plain text')
    : own
        .join('\n')
        .replace(/\n{2,}/g, '\n')
        .trim()
}
export const wholeNumber = (least: number, most: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && +value >= least && +value <= most
    ? +value
    : refuse(`must be a whole number from ${least} to ${most}`)
export const oneOf =
  <const W extends string>(...words: W[]) =>
  (value: string) =>
    words.find(word => word === value) ?? refuse(`must be one of ${words.join(', ')}`)
export const onOff = (value: string) => {
  if (['on', 'true', '1'].includes(value)) return true
  return ['off', 'false', '0'].includes(value) ? false : refuse('must be on or off')
}
export const list = (value: string) =>
  value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
/** A country by its two letters (ISO 3166-1), or nothing. */
export const countryOrNone = (value: string) => {
  if (value === '') return ''
  return countries.includes(value) ? value : refuse('must be two letters of a country, such as DE')
}
/** Browsers send an origin without a slash at its end, and apps send origins with schemes of their own. */
export const origins = (value: string) => {
  const readOrigins = list(value).map(originOf)
  return readOrigins.every(origin => origin !== undefined)
    ? readOrigins
    : refuse('must be origins such as https://shop.example.org, separated by commas')
}
const originOf = (value: string): string | undefined => {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+\/?$/i.test(value) || !URL.canParse(value))
    return undefined
  const { origin } = new URL(value)
  return origin === 'null' ? value.toLowerCase().replace(/\/$/, '') : origin
}
/** Origins of web pages, which stand in a content security policy as they are. */
export const webOrigins = (value: string) => {
  const read = list(value).map(originOf)
  return read.every(origin => origin !== undefined && /^https?:\/\/[a-z0-9.[\]:-]+$/.test(origin))
    ? (read as string[])
    : refuse('must be http or https origins such as https://www.example.org, separated by commas')
}
export const segment = (value: string) =>
  /^[A-Za-z0-9_-]+$/.test(value) ? value : refuse('must be one path segment of letters and digits')
export const pathPrefix = (value: string) =>
  /^(\/[A-Za-z0-9_-]+)*$/.test(value) ? value : refuse('must be empty or start with a slash')
/** Without a slash at its end, and written as browsers write it: addresses and origins are compared with it. */
export const webAddress = (value: string) => {
  const url = httpUrl(value)
  if (!url) return refuse(notOnTheWeb)
  return url.search === '' && url.hash === '' && url.username === '' && url.password === ''
    ? url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
    : refuse(`${notOnTheWeb} without a user, a question mark or a #`)
}
/** The address of a page, which may need a question mark. */
export const pageAddress = (value: string) => {
  const url = httpUrl(value)
  if (!url) return refuse(notOnTheWeb)
  return url.search === '' && url.hash === '' ? url.href.replace(/(?<!\/)\/+$/, '') : url.href
}
const httpUrl = (value: string): URL | undefined => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
const notOnTheWeb = 'must be an http or https address'
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
export const postgresUrl = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    return refuse('must be a postgres:// address')
  }
  const mode = new URL(value).searchParams.get('sslmode')
  if (mode === null || sslModes.includes(mode)) return value
  // A word of one library for what PostgreSQL calls `require`.
  return mode === 'no-verify'
    ? refuse(
        'must have sslmode=require, which is what no-verify means: encrypted, whatever the certificate',
      )
    : refuse(`must have one of ${sslModes.join(', ')} as sslmode`)
}
export const timeZone = (value: string) =>
  isTimeZone(value) ? zoneName(value) : refuse('must be a time zone such as Europe/Oslo')
export const currency = (value: string) =>
  isCurrency(value) ? value : refuse('must be a currency code such as EUR')
export const colour = (value: string) =>
  /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : refuse('must be a colour such as #6a1b4d')
export const emailAddress = (value: string) =>
  isMailAddress(value) ? value : refuse('must be an e-mail address')
export const proxies = (value: string) => {
  if (/^[1-9]$/.test(value)) return +value
  const said = onOff(value)
  return said instanceof Problem ? refuse('must be off, on or the number of proxies') : Number(said)
}
const numberOrOff = (most: number) => (value: string) =>
  value === 'off' || value === '0' ? 0 : wholeNumber(1, most)(value)
/** Days, at most ten years; 0 for never. */
export const daysOrOff = numberOrOff(3650)
export const requestsPerMinute = numberOrOff(100_000_000)
/** At most ten years: no time that is reckoned with it leaves the years that databases know. */
export const hoursBefore = numberOrOff(87_600)
/** An amount of money in major units, as a decimal; empty for none. */
export const amountOrNone = (value: string) => {
  const amount = value.trim()
  return /^(\d{1,9}(\.\d{1,4})?)?$/.test(amount)
    ? amount
    : refuse('must be an amount such as 2000 or 19.90, or empty')
}
export const longSecret = (value: string) =>
  value.replace(/\s/g, '').length >= 24 ? value : refuse('must have 24 characters or more')
const without = 'without spaces, quotation marks or line breaks'
/** A key of a payment provider. The file in which it stands often ends with a line break. */
export const providerKey = (value: string) => {
  const key = value.trim()
  return key === '' || isProviderKey(key)
    ? key
    : refuse(`must be as the provider shows it, ${without}`)
}
/** A key whose kind its first letters tell. Another kind in its place, or no key at all, fails with every payment. */
export const keyOf =
  (...beginnings: string[]) =>
  (value: string) => {
    const key = providerKey(value)
    if (key instanceof Problem || key === '' || beginsWith(key, beginnings)) return key
    return refuse(`must begin with ${beginnings.join(' or ')}`)
  }
const beginsWith = (key: string, beginnings: readonly string[]) =>
  beginnings.some(beginning => key.startsWith(beginning) && key.length > beginning.length)
export const keysOf =
  (...beginnings: string[]) =>
  (value: string) => {
    const keys = providerKeys(value)
    if (keys instanceof Problem || keys.every(key => beginsWith(key, beginnings))) return keys
    return refuse(`must begin with ${beginnings.join(' or ')}, each of them`)
  }
export const providerKeys = (value: string) => {
  const keys = list(value)
  return keys.every(isProviderKey)
    ? keys
    : refuse(`must be as the provider shows them, separated by commas, ${without}`)
}
export const smtpUrl = (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const fits = url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  if (!fits) return refuse('must be an smtp:// or smtps:// address')
  return isDecodable(url.username) && isDecodable(url.password)
    ? value
    : refuse('must have %25 for each % in its user and password')
}
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
export const domain = (value: string) =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value) ? value.toLowerCase() : refuse('must be a domain name')
export const dkimKey = (value: string) => {
  const key = value.replaceAll('\\n', '\n').replaceAll('\r\n', '\n')
  return isRsaKey(key) ? key : refuse('must be a private RSA key in PEM')
}
/** Read at the start, because a key that cannot sign lets all mails leave unsigned, and nobody is told. */
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
export const locale = (value: string) =>
  locales.find(one => one === value) ?? refuse(`must be one of ${locales.join(', ')}`)
export const pictureFile = (value: string) => {
  if (!/^[^\0]*\.(svg|png|webp)$/i.test(value)) return refuse('must be an SVG, PNG or WebP file')
  try {
    accessSync(value, constants.R_OK)
    return value
  } catch {
    return refuse(`names a file that cannot be read: ${value}`)
  }
}
