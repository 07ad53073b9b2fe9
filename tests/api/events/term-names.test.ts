// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { resolveTerms } from '../../../src/catalogue/terms/lookup.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'editor' as const

describe.each([
  ['categories', 'category'],
  ['tags', 'tag'],
] as const)('%s', (plural, taxonomy) => {
  const make = (name: string) => app.events('POST', `/${plural}`, { as, body: { name } })

  test('can be sent again as they were read: to create, to link and to filter', async () => {
    const { json: made } = await make('Arts & Crafts')
    expect(made.name).toBe('Arts &amp; Crafts')
    expect((await make(made.name)).json.code).toBe('term_exists')
    const event = await app.events('POST', '/events', {
      as,
      body: {
        title: 'Workshop',
        start_date: '2026-12-01 19:00',
        end_date: '2026-12-01 22:00',
        [plural]: [made.name, '&nbsp;', ' arts  &\tcrafts '],
      },
    })
    expect(event.json[plural].map(({ id }: { id: number }) => id)).toEqual([made.id])
    const list = await app.events('GET', '/events', { query: { [`${plural}[]`]: made.name } })
    expect([list.status, list.json.total]).toEqual([200, 1])
    expect(await resolveTerms(app.db, taxonomy, [made.name])).toEqual({
      ids: [made.id],
      unknown: [],
    })
  })

  test('are matched for a contributor however they are written', async () => {
    await make('Food & Drink')
    const body = { title: 'Tasting', start_date: '2026-12-02', end_date: '2026-12-02' }
    const name = async (term: string) =>
      (
        await app.events('POST', '/events', {
          as: 'contributor',
          body: { ...body, [plural]: [term] },
        })
      ).status
    expect([await name('Food &amp; Drink'), await name('Something new')]).toEqual([201, 403])
  })

  test('lose their HTML tags, and are refused when nothing else is left', async () => {
    const { json } = await make('Late <b>night</b><script>alert(1)</script>\n show')
    expect([json.name, json.slug]).toEqual(['Late night show', 'late-night-show'])
    const empty = await make('<b></b>')
    expect([empty.status, empty.json.code]).toEqual([400, 'rest_invalid_param'])
  })

  test('with a comma work in the links to the next page', async () => {
    const event = { start_date: '2026-12-03', end_date: '2026-12-03', [plural]: ['Wine, Cheese'] }
    for (const title of ['One', 'Two'])
      await app.events('POST', '/events', { as, body: { ...event, title } })
    const query = { per_page: 1, [`${plural}[]`]: 'Wine, Cheese' }
    const first = await app.events('GET', '/events', { query })
    expect(first.json.total).toBe(1 + 1)
    const next = await app.call('GET', first.json.next_rest_url.replace('http://tickets.test', ''))
    expect([next.status, next.json.total, next.json.events.length]).toEqual([200, 2, 1])
    expect(next.json.events[0].title).not.toBe(first.json.events[0].title)
  })
})
