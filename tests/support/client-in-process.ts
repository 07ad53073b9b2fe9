import { type ClientOptions, createClient } from '../../client/src/index.ts'
import type { Role } from '../../src/core/capabilities.ts'
import type { TestApp } from './start-app.ts'

/**
 * The published client, over requests that are injected into the service instead of sent. It is strict, and throws
 * every refusal at once.
 */
export const clientOf = (app: Pick<TestApp, 'http'>, options: Partial<ClientOptions> = {}) =>
  createClient({ url: 'http://tickets.test/svc', fetch: fetchInto(app), retries: 0, ...options })

/** The same for staff. */
export async function staffClient(
  app: Pick<TestApp, 'http' | 'person'>,
  role: Role = 'administrator',
) {
  const { authorization } = await app.person(role)
  const [login = '', password = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64')
    .toString()
    .split(':')
  return clientOf(app, { as: { login, password } })
}

function fetchInto({ http }: Pick<TestApp, 'http'>): typeof globalThis.fetch {
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
