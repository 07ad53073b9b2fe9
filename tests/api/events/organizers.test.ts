import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

const make = async (body: Record<string, unknown>) =>
  (await app.events('POST', '/organizers', { as: 'administrator', body })).json

test('a search word ends at everything but letters, digits and hyphens', async () => {
  await make({
    organizer: 'One',
    phone: '111-1111',
    email: 'one@common.com',
    website: 'http://one.com',
  })
  await make({
    organizer: 'Two',
    phone: '222-1111',
    email: 'two@common.com',
    website: 'http://two.com',
  })
  await make({ organizer: 'Three', phone: '333', email: 'three@other.com' })
  const total = async (search: string) =>
    (await app.events('GET', '/organizers', { query: { search } })).json.total
  expect(await total('1111')).toBe(2)
  expect(await total('222-1111')).toBe(1)
  expect(await total('one@common.com')).toBe(1)
  expect(await total('common.com')).toBe(2)
  expect(await total('@common.com')).toBe(2)
  expect(await total('http://one.com')).toBe(1)
})

test('the e-mail address of an organizer is an address or nothing, and is returned unchanged', async () => {
  const odd = { organizer: 'Odd', email: 'not an address' }
  const refused = await app.events('POST', '/organizers', { as: 'editor', body: odd })
  expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([400, ['email']])
  const { id } = await make({ organizer: 'Acme', email: 'hi@acme.example', phone: '1' })
  const [first, second] = await Promise.all(
    [0, 1].map(async () => (await app.events('GET', `/organizers/${id}`)).json),
  )
  expect(first).toEqual(second)
  expect(first.json_ld).toEqual({
    '@context': 'http://schema.org',
    '@type': 'Person',
    name: 'Acme',
    url: 'http://tickets.test/organizer/acme/',
    telephone: '1',
    email: 'hi@acme.example',
  })
})

test('an organizer has no members of a venue', async () => {
  const made = await make({ organizer: 'Plain', city: 'Bergen', geo_lat: 1, show_map: 'true' })
  for (const member of ['city', 'geo_lat', 'show_map', 'show_map_link']) {
    expect(made).not.toHaveProperty(member)
  }
})
