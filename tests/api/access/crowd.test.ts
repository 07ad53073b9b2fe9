import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

const newKey = async (name: string) => {
  const { json } = await app.admin('POST', '/keys', { as, body: { name, scopes: ['attendees'] } })
  return { id: json.id as number, bearer: { authorization: `Bearer ${json.api_key}` } }
}
const read = (who: { authorization: string }) => app.tickets('GET', '/attendees', { as: who })

test('of simultaneous requests each is known by its own credential', async () => {
  const [one, other] = [await newKey('One'), await newKey('Other')]
  const wrong = { authorization: 'Bearer mqk_wrong' }
  const asked = [one.bearer, wrong, other.bearer, one.bearer, wrong, other.bearer]
  const got = await Promise.all(asked.map(read))
  expect(got.map(({ status }) => status)).toEqual([200, 401, 200, 200, 401, 200])
})

test('a key that was removed opens nothing, even among simultaneous requests', async () => {
  const [ended, kept] = [await newKey('Ended'), await newKey('Kept')]
  const crowd = Array.from({ length: 8 }, () => read(ended.bearer))
  await app.admin('DELETE', `/keys/${ended.id}`, { as })
  const after = await Promise.all([ended, kept, ended].map(({ bearer }) => read(bearer)))
  expect(after.map(({ status }) => status)).toEqual([401, 200, 401])
  for (const { status } of await Promise.all(crowd)) expect([200, 401]).toContain(status)
})
