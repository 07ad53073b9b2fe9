import { type ClientOptions, createClient } from '../../client/src/index.ts'
import type { TestApp } from './start-app.ts'

/** The published client, over requests that are injected into the service instead of sent. */
export const clientOf = (app: TestApp, options: Partial<ClientOptions> = {}) =>
  createClient({ url: 'http://tickets.test/svc', fetch: fetchInto(app), ...options })

function fetchInto({ http }: TestApp): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { method = 'GET', headers, body } = init
    const answer = await http.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    })
    const shown = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: shown as [string, string][],
    })
  }
}
