import { expect } from 'vitest'
import { type TestRequest, type TestApp, testStart } from './start-app.ts'

export type As = NonNullable<TestRequest['as']>

/** Venues and organizers keep the same promises, so each test runs for both. */
export const kinds = [
  { kind: 'venue', plural: 'venues', link: (id: number) => ({ venue: id }) },
  { kind: 'organizer', plural: 'organizers', link: (id: number) => ({ organizers: [id] }) },
] as const

type Kind = Pick<(typeof kinds)[number], 'kind' | 'plural'>

/** Calls of one kind's routes: `make` adds a record with a name of its own, `ids` returns those of a list. */
export function recordsOf(app: TestApp, { kind, plural }: Kind) {
  let names = 0
  const uniqueName = () => `Number ${(names += 1)} ${kind}`
  return {
    uniqueName,
    make: async (body: Record<string, unknown> = {}, as: As = 'administrator') => {
      const sent = { [kind]: uniqueName(), ...body }
      const got = await app.events('POST', `/${plural}`, { as, body: sent })
      expect(got.status).toBe(201)
      return got.json
    },
    list: (query: NonNullable<TestRequest['query']> = {}, as: As = 'anonymous') =>
      app.events('GET', `/${plural}`, { as, query }),
    read: (id: number, as: As = 'anonymous') => app.events('GET', `/${plural}/${id}`, { as }),
    ids: (got: { json: Record<string, { id: number }[]> }) =>
      (got.json[plural] ?? []).map(({ id }) => id),
    clear: async () => {
      app.clock.set(testStart)
      await app.db.deleteFrom('events').execute()
      await app.db.deleteFrom(plural).execute()
    },
  }
}
