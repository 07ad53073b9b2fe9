// The id of an event where it comes from, and members that an empty value empties.
import { describe, expect, test } from 'vitest'
import { picture } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const draft = { title: 'Imported', start_date: '2027-03-05 19:00', end_date: '2027-03-05 22:00' }
const create = (body: object, who: Parameters<typeof app.events>[2] = { as }) =>
  app.events('POST', '/events', { ...who, body: { ...draft, ...body } })

describe('an external id', () => {
  test('makes a repeated create answer the event it made, and change nothing', async () => {
    const first = await create({ external_id: 'feed:7' })
    expect([first.status, first.json.external_id]).toEqual([201, 'feed:7'])
    const again = await create({ external_id: 'feed:7', title: 'Another title' })
    expect([again.status, again.json.id, again.json.title]).toEqual([
      200,
      first.json.id,
      'Imported',
    ])
    const list = await app.events('GET', '/events', { as, query: { external_id: 'feed:7' } })
    expect([list.json.total, list.json.events[0].id]).toEqual([1, first.json.id])
    const other = await app.events('GET', '/events', { as, query: { external_id: 'feed:8' } })
    expect(other.json.total).toBe(0)
  })

  test('is one event for creates at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => create({ external_id: 'at-once', slug: 'at-once' })),
    )
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(1)
    const statuses = made.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  })

  test('is for those who may edit the event', async () => {
    const { json } = await create({ external_id: 'private' })
    for (const who of ['anonymous', 'subscriber', 'author'] as const) {
      const read = await app.events('GET', `/events/${json.id}`, { as: who })
      expect([read.status, 'external_id' in read.json]).toEqual([200, false])
      const query = { external_id: 'private' }
      const list = await app.events('GET', '/events', { as: who, query })
      expect([list.status, Object.keys(list.json.data.params)]).toEqual([400, ['external_id']])
    }
    expect((await create({ external_id: 'private' }, { as: 'author' })).status).toBe(403)
  })

  test('belongs to one event, may change, and may be taken away', async () => {
    const one = (await create({ external_id: 'one' })).json.id
    const two = (await create({})).json
    expect(two.external_id).toBe('')
    const change = (body: object) => app.events('POST', `/events/${two.id}`, { as, body })
    const taken = await change({ external_id: 'one' })
    expect([taken.status, taken.json.code, taken.json.data.event_id]).toEqual([
      409,
      'event-external-id-taken',
      one,
    ])
    expect((await change({ external_id: 'two' })).json.external_id).toBe('two')
    expect((await change({ title: 'Stays' })).json.external_id).toBe('two')
    expect((await change({ external_id: '' })).json.external_id).toBe('')
    expect((await create({ external_id: 'two' })).status).toBe(201)
    const long = await change({ external_id: 'x'.repeat(201) })
    expect([long.status, Object.keys(long.json.data.params)]).toEqual([400, ['external_id']])
  })

  test('stays with an event in the trash, which a repeated create does not bring back', async () => {
    const { json } = await create({ external_id: 'thrown' })
    await app.events('DELETE', `/events/${json.id}`, { as })
    const again = await create({ external_id: 'thrown' })
    expect([again.status, again.json.id, again.json.status]).toEqual([200, json.id, 'trash'])
  })
})

describe('an empty value', async () => {
  const headers = { 'content-type': 'image/jpeg' }
  const body = await picture(40, 20, 'jpeg')
  const image = await app.events('POST', '/images', { as, body, headers })

  const full = {
    description: 'Two sets',
    excerpt: 'Short',
    image: String(image.json.id),
    cost: '12',
    website: 'https://example.org/',
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Choir' },
    categories: 'birds',
    tags: 'tall',
    happening: 'postponed',
    happening_reason: 'Rain',
  }
  const blank = {
    description: '',
    excerpt: '',
    image: false,
    cost: '',
    website: '',
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
    happening_reason: '',
  }

  test.each(Object.keys(blank) as (keyof typeof blank)[])(
    'empties %s of an event, and nothing else does',
    async name => {
      const { json } = await create({ ...full, title: `With ${name}` })
      const change = (sent: object) => app.events('POST', `/events/${json.id}`, { as, body: sent })
      const kept = await change({ title: 'Renamed', [name]: null })
      expect([kept.status, kept.json[name]]).toEqual([200, json[name]])
      const emptied = await change({ [name]: '' })
      expect([emptied.status, emptied.json[name]]).toEqual([200, blank[name]])
      const others = Object.keys(blank).filter(other => other !== name)
      const shown = (event: Record<string, unknown>) => others.map(other => event[other])
      // Counts of terms change with their events.
      const text = (event: Record<string, unknown>) =>
        JSON.stringify(shown(event)).replace(/"count":\d+/g, '')
      expect(text(emptied.json)).toBe(text(json))
    },
  )

  test('is the image as a missing one is read, and the image itself is it as it is read', async () => {
    const { json } = await create(full)
    const change = (sent: object) => app.events('POST', `/events/${json.id}`, { as, body: sent })
    expect((await change({ image: json.image })).json.image).toEqual(json.image)
    expect((await change({ image: false })).json.image).toBe(false)
    expect((await create({ image: '', description: '', excerpt: '' })).status).toBe(201)
  })

  test('empties every text of venues and organizers', async () => {
    const records = {
      venues: { venue: 'Full', address: 'a', city: 'b', country: 'c', zip: 'd', phone: 'e' },
      organizers: { organizer: 'Full', phone: 'e', email: 'a@example.org' },
    }
    const linked = { website: 'https://example.org/', image: String(image.json.id) }
    for (const [plural, sent] of Object.entries(records)) {
      const also = linked
      const made = await app.events('POST', `/${plural}`, {
        as,
        body: { ...sent, ...also, description: 'Long' },
      })
      expect([plural, made.status]).toEqual([plural, 201])
      const {
        venue: _v,
        organizer: _o,
        ...clearable
      } = {
        venue: '',
        organizer: '',
        ...sent,
        ...also,
        description: 'Long',
      }
      for (const member of Object.keys(clearable)) {
        const { status, json } = await app.events('POST', `/${plural}/${made.json.id}`, {
          as,
          body: { [member]: '' },
        })
        // Venues and organizers leave out what is empty.
        expect([plural, member, status, json[member] || '']).toEqual([plural, member, 200, ''])
      }
    }
  })
})
