import type { Role } from '../../src/core/capabilities.ts'
import type { Got, TestApp } from './start-app.ts'

/** The password of every account made by `personWithPassword`. */
export const somePassword = 'correct horse battery'

let people = 0

/** A person of this role with a password, created by the operator. */
export async function personWithPassword(app: TestApp, role: Role = 'administrator') {
  people += 1
  const login = `browser-${people}`
  const body = { login, email: `${login}@example.org`, role, password: somePassword }
  const { json } = await app.admin('POST', '/users', { as: 'administrator', body })
  return { id: json.id as number, login, body }
}

type Form = Record<string, string>

/**
 * A browser that keeps cookies, names the page that sends a form, and follows no redirect by itself. `site` is the
 * origin of its pages.
 */
export function browser(app: TestApp, site = 'http://tickets.test') {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  function take(got: Got) {
    for (const line of [got.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return got
  }
  const sent = (headers: Form = {}) => ({
    ...(jar.size > 0 && { cookie: cookie() }),
    'user-agent': 'Test browser',
    ...headers,
  })
  return {
    jar,
    get: async (path: string, headers?: Form) =>
      take(await app.call('GET', path, { headers: sent(headers) })),
    /** Sends a form of a page of this site, or of `origin`. */
    post: async (path: string, form: Form, headers: Form = { origin: site }) =>
      take(await app.call('POST', path, { form, headers: sent(headers) })),
    /** Sends a form with a file. */
    postFile: async (path: string, fields: Form, content: string) => {
      const part = (head: string, text: string) =>
        `--part\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`
      const own = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
      const file = part('name="file"; filename="scans.json"', content)
      const { statusCode, payload } = await app.http.inject({
        method: 'POST',
        url: path,
        headers: sent({
          origin: site,
          host: new URL(site).host,
          'content-type': 'multipart/form-data; boundary=part',
        }),
        payload: `${own.join('')}${file}--part--\r\n`,
      })
      return { status: statusCode, text: payload }
    },
    api: async (
      method: string,
      path: string,
      { body, headers }: { body?: unknown; headers?: Form } = {},
    ) =>
      app.call(method, `/svc${path}`, {
        ...(body !== undefined && { body }),
        headers: sent({ origin: site, ...headers }),
      }),
    signIn(login: string, password = somePassword, next = '') {
      return this.post('/sign-in', { login, password, next })
    },
    /** The nonce for writes with the cookie. */
    async nonce() {
      return (await this.api('GET', '/admin/v1/session')).json.nonce as string
    },
    /** The token in the forms of the account page. */
    async token() {
      const { text } = await this.get('/account')
      return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    },
  }
}
