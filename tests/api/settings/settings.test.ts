import { describe, expect, test } from 'vitest'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { kindOfTable } from '../../../src/catalogue/shown-tables.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { atEnd } from '../../support/at-end.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'
import { openApp, startApp } from '../../support/start-app.ts'

const as = 'administrator' as const
const app = await startApp({ SITE_ACCENT: '#0b4f8a' })
const change = (body: object) => app.admin('PATCH', '/settings', { as, body })
const settings = async () => (await app.admin('GET', '/settings', { as })).json
const home = async () => (await app.call('GET', '/events/')).text

describe('the settings of a site', () => {
  test('are the usual ones at first, and name those that the environment decides', async () => {
    expect(await settings()).toEqual({
      name: 'Marquee',
      accent: '#0b4f8a',
      logo: '',
      language: 'en',
      seller: '',
      sender: '',
      terms_url: '',
      terms_version: '',
      imprint_url: '',
      privacy_url: '',
      second_factor: 'optional',
      retention_days: 'off',
      qr_content: 'signed',
      seller_country: '',
      desk_cash: 'on',
      cash_note: expect.stringContaining('a cash list'),
      warnings: [],
      fixed: ['accent'],
    })
  })

  test('show on the next page when they are changed, and what is not named stays', async () => {
    expect(await home()).toContain('· Marquee</title>')
    const changed = await change({ name: 'Riverside <Hall>' })
    expect([changed.status, changed.json.name]).toEqual([200, 'Riverside <Hall>'])
    expect(await home()).toContain('· Riverside &lt;Hall></title>')
    await change({ language: 'de', sender: 'hello@example.org' })
    expect(await settings()).toMatchObject({ name: 'Riverside <Hall>', language: 'de' })
    expect(await home()).toContain('<html lang="de"')
  })

  test('are in the next mail', async () => {
    const body = { to: 'ada@example.org' }
    expect((await app.admin('POST', '/messages/test', { as, body })).status).toBeLessThan(300)
    await deliver(app)
    const mail = await readMail(app, (await outbox(app)).at(-1)?.id ?? 0)
    expect(mail.from).toMatchObject({ name: 'Riverside Hall', address: 'hello@example.org' })
  })

  test('return to the usual ones with an empty text', async () => {
    expect((await change({ name: '', language: '', sender: '' })).json).toMatchObject({
      name: 'Marquee',
      language: 'en',
      sender: '',
    })
    expect(await home()).toContain('· Marquee</title>')
  })

  test('are refused all together, with every reason, and none is saved', async () => {
    const before = await settings()
    const body = {
      name: '  ',
      accent: '#112233',
      language: 'tlh',
      sender: 'nobody',
      terms_url: 'x',
    }
    const { status, json } = await change({ ...body, terms_version: '3' })
    expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
    expect(json.data.params).toEqual({
      name: 'name must have words.',
      accent:
        'accent is set by SITE_ACCENT in the environment of the service, which wins. Take it out there first.',
      language: 'language must be one of en, de, nb, fr, es.',
      sender: 'sender must be an e-mail address.',
      terms_url: 'terms_url must be an http or https address.',
    })
    expect(await settings()).toEqual(before)
  })

  test('that stand in headers and titles are one line with words', async () => {
    const before = await settings()
    for (const [body, why] of [
      [{ name: 'Hall\nBcc: eve@evil.example' }, 'name must be one line of plain text.'],
      [{ name: 'Hall\u2028Annex' }, 'name must be one line of plain text.'],
      [{ name: '\u200b\u2060 ' }, 'name must have words.'],
      [{ terms_version: '2026\u0007' }, 'terms_version must be one line of plain text.'],
    ] as const) {
      const { status, json } = await change(body)
      expect([status, Object.values(json.data.params)]).toEqual([400, [why]])
    }
    expect(await settings()).toEqual(before)
  })

  test('are audited', async () => {
    await change({ terms_url: 'https://example.org/terms' })
    const query = { operation: 'updateSettings', limit: 1 }
    const { json } = await app.admin('GET', '/audit', { as, query })
    expect(json.entries[0]).toMatchObject({
      record: { type: 'settings' },
      after: { name: 'terms_url', value: 'https://example.org/terms' },
    })
  })
})

/** Services of two processes over one server, which hear each other; in the last, `deaf`, nothing is heard. */
async function twoServices(deaf: boolean) {
  const { url, drop } = await createServerDatabase()
  const openOne = async (listens: boolean) =>
    openApp(
      await openDatabase({
        databaseUrl: url,
        dataDir: '',
        poolSize: 4,
        toldTables: [...kindOfTable.keys()],
        ...(listens && { listenUrl: url }),
      }),
    )
  const services = [await openOne(true), await openOne(!deaf)] as const
  atEnd(async () => {
    for (const service of services) await service.close()
    await drop()
  })
  return services
}

test.runIf(onPostgres).each([
  ['hears of', false],
  ['hears nothing of, after a second,', true],
])('a change that another process %s shows on pages that were kept', async (_, deaf) => {
  const [one, other] = await twoServices(deaf)
  const title = async (service: typeof one) =>
    /<title>(.*)<\/title>/.exec((await service.call('GET', '/events/')).text)?.[1]
  if (!deaf) {
    const isHeard = () => other.database.news.heardSince() !== undefined
    await expect.poll(isHeard, { timeout: 10_000 }).toBe(true)
  }
  expect([await title(one), await title(other)]).toEqual([
    'What’s on · Marquee',
    'What’s on · Marquee',
  ])
  await one.admin('PATCH', '/settings', { as, body: { name: 'Riverside' } })
  expect(await title(one)).toBe('What’s on · Riverside')
  if (deaf) other.clock.advance(1001)
  await expect.poll(() => title(other), { timeout: 10_000 }).toBe('What’s on · Riverside')
})
