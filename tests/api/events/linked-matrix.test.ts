// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { kinds } from '../../support/linked-kinds.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'UTC' })

const people = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
const callers = ['anonymous', ...people] as const
const states = ['publish', 'draft', 'pending', 'future', 'private', 'trash'] as const
type Who = (typeof callers)[number]
type State = (typeof states)[number]

const isEditor = (who: Who) => who === 'editor' || who === 'administrator'

/** By hand from the contract (docs/contract.md 4.1, 4.2). A trashed record can be read by its author. */
const mayRead = (who: Who, state: State, own: boolean) =>
  state === 'publish' || own || isEditor(who)

const mayWrite = (who: Who, state: State, own: boolean) =>
  isEditor(who) ||
  (own && who === 'author') ||
  (own && who === 'contributor' && ['draft', 'pending', 'trash'].includes(state))

const cases = callers.flatMap(who =>
  states.flatMap(state =>
    (who === 'anonymous' ? [false] : [false, true]).map(own => ({ who, state, own })),
  ),
)

test.each(kinds)(
  'records of $plural are read and written by whom the contract names, whatever their status and author',
  async ({ kind, plural }) => {
    const wrong: string[] = []
    for (const [turn, { who, state, own }] of cases.entries()) {
      const author_id = own && who !== 'anonymous' ? (await app.person(who)).userId : null
      const id = await plant(plural, { state, author_id, turn })
      const said = (what: string, { status, text }: { status: number; text: string }) =>
        wrong.push(`${who} ${what} ${own ? 'own' : 'other'} ${state}: ${status} ${text}`)
      const address = turn % 2 === 0 ? `/${plural}/${id}` : `/${plural}/by-slug/geheim-${turn}`
      const read = await app.events('GET', address, { as: who })
      if ((read.status === 200) !== mayRead(who, state, own)) said('reads', read)
      if (read.status !== 200 && read.text.includes('Geheim')) said('is told of', read)
      const before = await row(plural, id)
      const body = { [kind]: `Changed ${turn}` }
      const method = (['PATCH', 'PUT', 'POST'] as const)[turn % 3] ?? 'PATCH'
      const write = await app.events(method, address, { as: who, body })
      if (mayWrite(who, state, own)) {
        if (write.status !== 200) said('may not change', write)
        const gone = await app.events('DELETE', `/${plural}/${id}`, { as: who })
        if (gone.status !== 200) said('may not delete', gone)
        continue
      }
      const gone = await app.events('DELETE', `/${plural}/${id}`, { as: who })
      const expected = `${who === 'anonymous' ? 401 : 403} rest_forbidden`
      for (const refusal of [write, gone]) {
        if (`${refusal.status} ${refusal.json.code}` !== expected) said('writes', refusal)
      }
      if ((await row(plural, id)) !== before) wrong.push(`${who} changed ${state}`)
    }
    expect(wrong).toEqual([])
  },
)

type Planted = { state: State; author_id: number | null; turn: number }

async function plant(table: 'venues' | 'organizers', { state, author_id, turn }: Planted) {
  const published_at = state === 'future' ? new Date('2999-01-01T00:00:00Z') : null
  const slug = `geheim-${turn}`
  const words = { name: `Geheim ${turn}`, slug, search_text: `geheim ${turn}` }
  const { id } = await app.db
    .insertInto(table)
    .values({ ...words, status: state, author_id, published_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function row(table: 'venues' | 'organizers', id: number) {
  return JSON.stringify(await app.db.selectFrom(table).selectAll().where('id', '=', id).execute())
}
