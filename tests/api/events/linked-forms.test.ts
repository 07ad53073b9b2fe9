// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { type As, kinds } from '../../support/linked-kinds.ts'
import { picture, startPictureServer } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({}, { mayReach: ip => ip === '127.0.0.1' })
const remote = await startPictureServer({ '/face.png': { content: await picture(200, 200) } })

let titles = 0
const draft = () => ({
  title: `Event ${(titles += 1)}`,
  start_date: '2027-01-01 19:00:00',
  end_date: '2027-01-01 21:00:00',
})
const create = (body: object, as: As = 'administrator') =>
  app.events('POST', '/events', { as, body: { ...draft(), ...body } })

type Linked = { id: number; [member: string]: unknown }

/** The linked records of an event in their order, whether the member is a list or an object. */
function linkedOf(event: Record<string, Linked | Linked[]>, kind: string): Linked[] {
  const linked = event[kind] ?? []
  return Array.isArray(linked) ? linked : [linked]
}

describe.each(kinds)('an event’s $kind', ({ kind, plural }) => {
  let names = 0
  const name = () => `A ${kind} ${(names += 1)}`
  const make = async (body: object = {}, as: As = 'administrator'): Promise<Linked> =>
    (await app.events('POST', `/${plural}`, { as, body: { [kind]: name(), ...body } })).json
  const idsFor = async (value: unknown, as: As = 'administrator') => {
    const got = await create({ [kind]: value }, as)
    return got.status === 201 ? linkedOf(got.json, kind).map(({ id }) => id) : got.json.code
  }
  /** Of several venues the first counts; of organizers all count. */
  const counted = (ids: number[]) => (kind === 'venue' ? ids.slice(0, 1) : ids)

  test('may be given as any form of ids', async () => {
    const [a, b] = [(await make()).id, (await make()).id]
    expect(await idsFor(a)).toEqual([a])
    expect(await idsFor(String(a))).toEqual([a])
    expect(await idsFor([a])).toEqual([a])
    expect(await idsFor({ id: a })).toEqual([a])
    expect(await idsFor([{ id: a }])).toEqual([a])
    expect(await idsFor(`${b}, ${a}`)).toEqual(counted([b, a]))
    expect(await idsFor([b, String(a), { id: b }])).toEqual(counted([b, a]))
  })

  test('is created from data: one, a list, or mixed with ids', async () => {
    const known = (await make()).id
    const one = await create({ [kind]: { [kind]: 'Fresh one', phone: '1', unknown: 'ignored' } })
    expect(linkedOf(one.json, kind)).toMatchObject([{ [kind]: 'Fresh one', phone: '1' }])
    const listed = await create({ [kind]: [{ [kind]: 'Fresh two' }, known] })
    const expected = [{ [kind]: 'Fresh two' }, { id: known }]
    expect(linkedOf(listed.json, kind)).toMatchObject(
      kind === 'venue' ? expected.slice(0, 1) : expected,
    )
  })

  test('may be given in forms too', async () => {
    const known = (await make()).id
    const form = { ...draft(), [`${kind}[${kind}]`]: 'From a form', [`${kind}[phone]`]: '5' }
    const got = await app.events('POST', '/events', { as: 'editor', form })
    expect(linkedOf(got.json, kind)).toMatchObject([{ [kind]: 'From a form', phone: '5' }])
    const listed = await app.events('POST', '/events', {
      as: 'editor',
      form: { ...draft(), [`${kind}[]`]: String(known) },
    })
    expect(linkedOf(listed.json, kind)).toMatchObject([{ id: known }])
  })

  test('is reused when the data repeat a record, also twice in one event', async () => {
    const data = { [kind]: 'Repeated', phone: '9' }
    const [first] = linkedOf((await create({ [kind]: data })).json, kind)
    expect(await idsFor({ [kind]: 'REPEATED' })).toEqual([first?.id])
    expect(await idsFor([data, data])).toEqual([first?.id])
    expect(await idsFor({ [kind]: 'Repeated', phone: '8' })).not.toEqual([first?.id])
  })

  test.each([[''], ['0'], [0], [[]]])(
    'is removed by %j, and kept when it is not sent',
    async empty => {
      const { json } = await create({ [kind]: (await make()).id })
      const change = async (body: object) =>
        (await app.events('PATCH', `/events/${json.id}`, { as: 'editor', body })).json
      expect(linkedOf(await change({ title: 'Other' }), kind)).toHaveLength(1)
      expect((await change({ [kind]: empty }))[kind]).toEqual([])
      expect(await idsFor(empty)).toEqual([])
    },
  )

  test('is 400, naming the parameter, when it is unknown, of another kind or in the trash', async () => {
    const other = await app.events('POST', kind === 'venue' ? '/organizers' : '/venues', {
      as: 'editor',
      body: { venue: 'V', organizer: 'O' },
    })
    const trashed = (await make()).id
    await app.events('DELETE', `/${plural}/${trashed}`, { as: 'editor' })
    const known = (await make()).id
    for (const value of [
      999999,
      other.json.id,
      trashed,
      'a-slug',
      [known, 999999],
      true,
      { id: 'x' },
    ]) {
      const got = await create({ [kind]: value })
      expect([value, got.status, got.json.code]).toEqual([value, 400, 'rest_invalid_param'])
      expect(Object.keys(got.json.data.params)).toEqual([kind])
    }
  })

  test('is 400 when its data cannot be used, and then neither event nor record is created', async () => {
    const totals = async () => {
      const lists = [`/${plural}`, '/events']
      const got = await Promise.all(lists.map(path => app.events('GET', path, { as: 'editor' })))
      return got.map(({ json }) => json.total)
    }
    const before = await totals()
    for (const data of [
      {},
      { phone: '1' },
      { [kind]: '' },
      { [kind]: 'X', website: 'foo' },
      { [kind]: 'X', author: 99999 },
      { [kind]: 'X', status: 'foo' },
      { [kind]: 'X', image: 'foo' },
      { [kind]: 'X', phone: 12 },
    ]) {
      const got = await create({ [kind]: data })
      expect([data, got.status, got.json.code]).toEqual([data, 400, 'rest_invalid_param'])
    }
    const blank = await create({ [kind]: { [kind]: '  ' } })
    expect([blank.status, blank.json.code]).toEqual([400, `could-not-create-${kind}`])
    expect(await totals()).toEqual(before)
  })

  test('gets the status of the author’s role when it is created', async () => {
    const statusFor = async (as: As, status?: string) => {
      const got = await create({ [kind]: { [kind]: name(), ...(status ? { status } : {}) } }, as)
      return linkedOf(got.json, kind)[0]?.['status']
    }
    expect(await statusFor('contributor')).toBe('draft')
    expect(await statusFor('contributor', 'publish')).toBe('pending')
    expect(await statusFor('author')).toBe('publish')
  })

  test('can name another author only with the right for it', async () => {
    const { userId } = await app.person('administrator')
    const got = await create({ [kind]: { [kind]: name(), author: userId } }, 'author')
    expect([got.status, got.json.code]).toEqual([403, 'rest_forbidden'])
  })

  test('that the caller cannot read may stay but not be newly named', async () => {
    const secret = (await make({ status: 'private' }, 'administrator')).id
    expect(await idsFor(secret, 'author')).toBe('rest_invalid_param')
    const { userId } = await app.person('author')
    const { json } = await create({ author: userId, [kind]: secret })
    const kept = await app.events('PATCH', `/events/${json.id}`, {
      as: 'author',
      body: { [kind]: secret },
    })
    expect([kept.status, linkedOf(kept.json, kind).map(({ id }) => id)]).toEqual([200, [secret]])
  })

  test('may bring its image by address', async () => {
    const image = `${remote.url}/face.png`
    const got = await create({ [kind]: { [kind]: name(), image } })
    expect(linkedOf(got.json, kind)).toMatchObject([{ image: { width: 200 } }])
    expect(remote.asked.filter(path => path === '/face.png')).toHaveLength(1)
  })

  test('is returned whole, with json_ld on single reads only', async () => {
    const record = await make({ phone: '1', description: 'D' })
    const made = await create({ [kind]: record.id })
    expect(linkedOf(made.json, kind)).toEqual([record])
    const single = await app.events('GET', `/events/${made.json.id}`)
    expect(linkedOf(single.json, kind)).toMatchObject([
      { id: record.id, json_ld: { name: expect.any(String) } },
    ])
  })

  test('leaves all events when it goes to the trash', async () => {
    const { id } = await make()
    const { json } = await create({ [kind]: id })
    await app.events('DELETE', `/${plural}/${id}`, { as: 'editor' })
    expect((await app.events('GET', `/events/${json.id}`)).json[kind]).toEqual([])
  })
})

test('a venue sent with an event may have booleans as its flags', async () => {
  const flags = async (show_map: unknown) => {
    const got = await create({ venue: { venue: `Flagged ${String(show_map)}`, show_map } })
    return got.json.venue.show_map
  }
  expect([await flags(false), await flags('false'), await flags(true), await flags('yes')]).toEqual(
    [false, false, true, true],
  )
})

test('a venue sent with an event derives its state or province from its address', async () => {
  const regionOf = async (data: object) =>
    (await create({ venue: { venue: `Region ${JSON.stringify(data)}`, ...data } })).json.venue
      .stateprovince
  expect(await regionOf({ country: 'US', state: 'NY', province: 'x' })).toBe('NY')
  expect(await regionOf({ country: 'Canada', province: 'Quebec' })).toBe('Quebec')
  expect(await regionOf({ country: 'France' })).toBeUndefined()
})
