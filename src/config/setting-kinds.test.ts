import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

function read(environment: Record<string, string>) {
  const found = readConfig(environment)
  return 'problems' in found ? found.problems : found.config
}

test.each([
  ['https://shop.example.org/', ['https://shop.example.org']],
  ['HTTPS://Shop.Example.org:443', ['https://shop.example.org']],
  ['https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']],
  ['capacitor://localhost', ['capacitor://localhost']],
])('the origins %s are compared as browsers send them', (given, corsOrigins) => {
  expect(read({ CORS_ORIGINS: given })).toMatchObject({ corsOrigins })
})

test.each([
  '*',
  'https://*.example.org',
  'shop.example.org',
  'https://shop.example.org/tickets',
  'null',
])('%s is refused as an origin, because no browser sends it', given => {
  expect(read({ CORS_ORIGINS: `https://a.example,${given}` })).toEqual([
    'CORS_ORIGINS must be origins such as https://shop.example.org, separated by commas.',
  ])
})

test.each([
  ['HTTPS://Tickets.Example/', 'https://tickets.example'],
  [' https://tickets.example ', 'https://tickets.example'],
  ['https:tickets.example', 'https://tickets.example'],
  ['https://tickets.example:443/shop/', 'https://tickets.example/shop'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('the site at "%s" has the address that browsers send for it', (given, publicUrl) => {
  expect(read({ PUBLIC_URL: given })).toMatchObject({ publicUrl })
})

test.each([
  'https://me:secret@tickets.example',
  'https://tickets.example/?page=2',
  'https://a.example/#b',
])('the site cannot be at %s', given => {
  expect(read({ PUBLIC_URL: given })).toEqual([
    'PUBLIC_URL must be an http or https address without a user, a question mark or a #.',
  ])
})

test.each([
  ['https://example.org/?page_id=3#sale', 'https://example.org/?page_id=3#sale'],
  ['https://example.org/terms/', 'https://example.org/terms'],
])('the terms may be at any page, such as %s', (given, termsUrl) => {
  expect(read({ TERMS_URL: given })).toMatchObject({ termsUrl })
})

test.each(['EUR', 'DEM', 'CLF', 'JPY'])('%s is a currency, used or no longer used', currency => {
  expect(read({ SITE_CURRENCY: currency })).toMatchObject({ currency })
})

test.each(['XQQ', 'eur', 'EURO', 'XXX', 'XTS', 'XAU', 'XDR'])('%s is no currency', given => {
  expect(read({ SITE_CURRENCY: given })).toEqual([
    'SITE_CURRENCY must be a currency code such as EUR.',
  ])
})

test('a key of a payment provider may end with the line break of its file', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_live_a\r\n',
    STRIPE_WEBHOOK_SECRETS: ' whsec_a+/=, whsec_b\n',
  }
  expect(read(keys)).toMatchObject({
    stripeSecretKey: 'sk_live_a',
    stripeWebhookSecrets: ['whsec_a+/=', 'whsec_b'],
  })
})

test.each(['sk_live_a b', '"sk_live_a"', "'sk_live_a'", 'sk_live_ä', 'sk_live_a\nsk_live_b'])(
  '%j is refused as a key, because no payment could be made with it',
  given => {
    const without = 'without spaces, quotation marks or line breaks.'
    for (const name of ['STRIPE_SECRET_KEY', 'PAYPAL_CLIENT_SECRET']) {
      const problem = `${name} must be as the provider shows it, ${without}`
      expect(read({ [name]: given })).toEqual([problem])
    }
    expect(read({ STRIPE_WEBHOOK_SECRETS: given })).toEqual([
      `STRIPE_WEBHOOK_SECRETS must be as the provider shows them, separated by commas, ${without}`,
    ])
  },
)

test('guests are reminded at most ten years before an event', () => {
  expect(read({ REMINDER_HOURS: '87600' })).toMatchObject({ reminderHours: 87_600 })
  expect(read({ REMINDER_HOURS: '100000000' })).toEqual([
    'REMINDER_HOURS must be a whole number from 1 to 87600.',
  ])
})

test('a password of the mail server may have any character, once it is written for an address', () => {
  const smtpUrl = 'smtps://me:50%25@mail.example.org'
  expect(read({ SMTP_URL: smtpUrl })).toMatchObject({ smtpUrl })
  expect(read({ SMTP_URL: 'smtps://me:50%@mail.example.org' })).toEqual([
    'SMTP_URL must have %25 for each % in its user and password.',
  ])
})

test('a key that cannot sign mails is refused, however its lines end', () => {
  const asText = { type: 'pkcs8', format: 'pem' } as const
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(asText)
  for (const end of ['\\n', '\r\n']) {
    expect(read({ MAIL_DKIM_KEY: String(rsa).replaceAll('\n', end) })).toMatchObject({
      mailDkimKey: rsa,
    })
  }
  const other = generateKeyPairSync('ed25519').privateKey.export(asText)
  const broken = '-----BEGIN PRIVATE KEY-----\nbm8ga2V5\n-----END PRIVATE KEY-----\n'
  for (const MAIL_DKIM_KEY of [other.toString(), broken]) {
    expect(read({ MAIL_DKIM_KEY })).toEqual(['MAIL_DKIM_KEY must be a private RSA key in PEM.'])
  }
})

test('a logo that is no picture, or is not there, is named with its setting', () => {
  expect(read({ SITE_LOGO: '/nowhere/logo.png' })).toEqual([
    'SITE_LOGO names a file that cannot be read: /nowhere/logo.png.',
  ])
  expect(read({ SITE_LOGO: 'package.json' })).toEqual([
    'SITE_LOGO must be an SVG, PNG or WebP file.',
  ])
})

test.each(['<box-office@example.org>', 'a@example.org,b@example.org', 'Tickets <a@example.org>'])(
  'mails cannot come from %s, which is more than one address',
  given => {
    expect(read({ MAIL_FROM: given })).toEqual(['MAIL_FROM must be an e-mail address.'])
  },
)

test('a time zone in another case is the same zone', () => {
  expect(read({ SITE_TIMEZONE: 'europe/oslo' })).toMatchObject({ timezone: 'Europe/Oslo' })
})

test.each([
  ['STRIPE_SECRET_KEY', 'hello', 'sk_test_ or sk_live_ or rk_test_ or rk_live_'],
  ['STRIPE_SECRET_KEY', 'pk_live_abc', 'sk_test_ or sk_live_ or rk_test_ or rk_live_'],
  ['STRIPE_SECRET_KEY', 'sk_live_', 'sk_test_ or sk_live_ or rk_test_ or rk_live_'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_abc', 'pk_test_ or pk_live_'],
  ['STRIPE_WEBHOOK_SECRETS', 'we_1ABC', 'whsec_, each of them'],
  ['STRIPE_WEBHOOK_SECRETS', 'whsec_a,sk_live_b', 'whsec_, each of them'],
])('%s cannot be %s', (name, given, beginnings) => {
  expect(read({ [name]: given })).toEqual([`${name} must begin with ${beginnings}.`])
})

test('the word of one library for an encrypted connection is refused with PostgreSQL’s word', () => {
  const at = (mode: string) =>
    read({ DATABASE_URL: `postgres://db.example.org/marquee?sslmode=${mode}` })
  expect(at('no-verify')).toEqual([
    expect.stringMatching(/^DATABASE_URL must have sslmode=require/),
  ])
  expect(at('allow')).toEqual([
    expect.stringContaining('disable, prefer, require, verify-ca, verify-full'),
  ])
  for (const mode of ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']) {
    expect(at(mode)).toMatchObject({ databaseUrl: expect.stringContaining(mode) })
  }
})
