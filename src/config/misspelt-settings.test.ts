import { describe, expect, test } from 'vitest'
import { misleadingSettings } from './misspelt-settings.ts'
import { readLines } from './settings-file.ts'

const postgres = 'postgres://marquee@db/marquee'

describe('a variable that looks like a setting for data or money', () => {
  test.each([
    ['DATABSE_URL', postgres, 'DATABASE_URL'],
    ['DATABASE_URI', postgres, 'DATABASE_URL'],
    ['database_url', postgres, 'DATABASE_URL'],
    ['MARQUEE_DATABASE_URL', postgres, 'DATABASE_URL'],
    ['DATADIR', '/srv/marquee', 'DATA_DIR'],
    ['DATA_DRI', '/srv/marquee', 'DATA_DIR'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_a', 'STRIPE_WEBHOOK_SECRETS'],
    ['STRIPE_SECRETKEY', 'sk_live_a', 'STRIPE_SECRET_KEY'],
    ['PAYPAL_ENVIROMENT', 'live', 'PAYPAL_ENVIRONMENT'],
    ['SITE_CURENCY', 'EUR', 'SITE_CURRENCY'],
    ['SANDBX', 'off', 'SANDBOX'],
    ['SMTP_URI', 'smtp://mail.example.org', 'SMTP_URL'],
  ])('%s is refused', (name, value, meant) => {
    expect(misleadingSettings({ [name]: value })).toEqual([
      expect.stringContaining(`${name} is not a setting; did you mean ${meant}?`),
    ])
  })

  test.each([
    { DATABASE_URI: 'mysql://root@db/shop' },
    { DATABSE_URL: '' },
    { DATABSE_URL: postgres, DATABASE_URL: postgres },
    { DATABSE_URL: postgres, DATABASE_URL: '' },
    { DATADIR: '/var/lib/mysql', DATABASE_URL: postgres },
    { META_DIR: '/srv', DATA: '/srv', PGDATA: '/srv', XDG_DATA_DIRS: '/usr/share' },
    { PUBLIC_URLS: 'none', SANDBOXED: '1', STRIPE_API_KEY: 'sk_live_a', HOLD_MINUTE: '5' },
    { DATABASE_HOST: 'db', DATABASE_USER: 'me', SMTP_USER: 'me', SITE_URL: 'https://example.org' },
  ])('%j is of another program', environment => {
    expect(misleadingSettings(environment)).toEqual([])
  })
})

describe('a file of settings', () => {
  test('is read as systemd reads it', () => {
    const lines = [
      '# a comment',
      '; another',
      '',
      'PORT=3001',
      '  HOST = 127.0.0.1  ',
      'SMTP_URL=smtp://me:a#b@mail.example.org',
      'SITE_NAME="The \\"Old\\" Theatre"  ',
      "ADMIN_EMAIL='boss@example.org'",
      'MAIL_DKIM_KEY="first\nsecond"',
      'export LOG_LEVEL=warn\r',
      'EMPTY=',
      'PATH_LIKE=C:\\new',
    ]
    expect(readLines(lines.join('\n'))).toEqual({
      values: {
        PORT: '3001',
        HOST: '127.0.0.1',
        SMTP_URL: 'smtp://me:a#b@mail.example.org',
        SITE_NAME: 'The "Old" Theatre',
        ADMIN_EMAIL: 'boss@example.org',
        MAIL_DKIM_KEY: 'first\nsecond',
        LOG_LEVEL: 'warn',
        EMPTY: '',
        PATH_LIKE: 'C:\\new',
      },
    })
  })

  test.each([
    ['PORT', 1],
    ['PORT=1\nPORT: 2', 2],
    ['PORT=1\n\nSITE_NAME="never closed\nHOST=x', 3],
    ["A='b' c", 1],
  ])('that has %j names its line', (text, wrongLine) => {
    expect(readLines(text)).toEqual({ wrongLine })
  })
})
