// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { declaredShapes } from '../../support/declared-shapes.ts'
import { startApp } from '../../support/start-app.ts'
import { typedClient } from '../../support/typed-client.ts'

const app = await startApp()

test.each(Object.entries(declaredShapes))(
  'the typed client has the declared types of %s',
  (name, shapes) => {
    const [method, path] = name.split(' ')
    const route = app.routes.find(
      ({ namespace, methods, path: declared }) =>
        namespace.endsWith('/tickets/v1') && methods.includes(method as 'GET') && declared === path,
    )
    const { params, query, body, returns } = route?.spec ?? {}
    expect({ params, query, body, returns }).toEqual({
      params: undefined,
      query: undefined,
      body: undefined,
      ...shapes,
    })
  },
)

test('the typed client turns a refused request into an error with the status', async () => {
  const call = typedClient(app)
  await expect(call('GET /coupons', {})).rejects.toThrow('GET /coupons failed with 401')
})
