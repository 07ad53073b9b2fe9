import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../../support/at-end.ts'
import { personWith } from '../../support/granting.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { bytesOf, rowsIn } from '../../support/read-export.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { authorization } = await app.person('administrator')
const root = '/svc/admin/v1'
const titles = [
  '=1+1',
  '+x',
  '-y',
  '@z',
  'Plain',
  'With, comma',
  'With "quotes"',
  'Line\nend',
  '<b> & Ünï',
]
for (const title of titles) {
  const id = await plantEvent(app)
  await app.db.updateTable('events').set({ title }).where('id', '=', id).execute()
}

test.each(['csv', 'ndjson', 'xlsx'] as const)(
  'a %s has every row of the list in its columns',
  async format => {
    const address = `${root}/events.${format}?columns=number,title,starts,sold&sort=number`
    const { status, content, headers } = await bytesOf(app, address, authorization)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store, private'])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="events-2026-11-21.${format}"`,
    )
    const rows = rowsIn(format, content)
    const page = await app.admin('GET', '/events?columns=title&sort=number', {
      as: 'administrator',
    })
    expect(rows.map(({ title }) => title)).toEqual(page.json.rows.map(({ title }: any) => title))
    expect(rows[0]).toMatchObject({ sold: '0', starts: '2027-01-01T18:00:00.000Z' })
  },
)

test('texts that look like formulas are none in a CSV', async () => {
  const { content } = await bytesOf(
    app,
    `${root}/events.csv?columns=title&sort=number`,
    authorization,
  )
  const lines = content.toString().split('\r\n')
  expect(lines.slice(0, 7)).toEqual([
    'title',
    "'=1+1",
    "'+x",
    "'-y",
    "'@z",
    'Plain',
    '"With, comma"',
  ])
  const marked = await bytesOf(app, `${root}/events.csv?columns=title&mark=true`, authorization)
  expect(marked.content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('an export is in the audit with its address, and a HEAD is none', async () => {
  await app.call('HEAD', `${root}/events.csv?search=plain`, { as: { authorization } })
  await bytesOf(app, `${root}/events.ndjson?search=comma`, authorization)
  const { json } = await app.admin('GET', '/audit?record=export&limit=1', { as: 'administrator' })
  expect(json.entries[0]).toMatchObject({
    action: 'created',
    operation: 'exportEvents',
    after: { list: 'events', format: 'ndjson' },
    personal: { after: { query: 'search=comma' } },
  })
})

test('columns without the right are absent, and naming one is refused before anything is sent', async () => {
  const person = await personWith(app, { set: 'box_office', eventId: null })
  const { content } = await bytesOf(app, `${root}/orders.csv`, person.authorization)
  expect(content.toString()).toBe(
    'number,created,status,who,email,events,places,method,currency\r\n',
  )
  const refused = await bytesOf(app, `${root}/orders.csv?columns=total`, person.authorization)
  expect(refused.status).toBe(403)
  const unknown = await bytesOf(app, `${root}/orders.csv?columns=colour`, person.authorization)
  expect(unknown.status).toBe(400)
  expect((await app.call('GET', `${root}/orders.pdf`, { as: { authorization } })).status).toBe(404)
})

test('an account exports one list at a time, and a client that goes away frees its turn', async () => {
  // Several pages of long rows, so that the answer does not fit into what lies between two processes.
  await sql`insert into events (status, title, timezone, start_local, end_local, starts_at, ends_at)
    select 'publish', repeat('x', 4000), 'UTC', '2027-01-01', '2027-01-02', '2027-01-01', '2027-01-02'
    from generate_series(1, 4000)`.execute(app.db)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const path = `${root}/events.ndjson?columns=title`
  const begun = get({ port, path, headers: { authorization } })
  const [answer] = await once(begun, 'response')
  atEnd(() => answer.destroy())
  const second = await bytesOf(app, `${root}/orders.csv`, authorization)
  expect(second.status).toBe(409)
  expect(second.content.toString()).toContain('rest_export_running')
  const other = await personWith(app, { set: 'manager', eventId: null })
  expect((await bytesOf(app, `${root}/orders.csv`, other.authorization)).status).toBe(200)
  answer.destroy()
  await vi.waitFor(async () => {
    expect((await bytesOf(app, `${root}/orders.csv`, authorization)).status).toBe(200)
  })
})
