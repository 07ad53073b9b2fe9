import type { TestApp } from './start-app.ts'

type App = Pick<TestApp, 'call'>

/**
 * A browser without scripts: it keeps cookies, sends the forms that pages contain, and follows redirects. `fields`
 * replace values of a form; `button` is the one to press.
 */
export function buyer(app: App) {
  const cookies = new Map<string, string>()
  let shown = { status: 0, text: '', headers: {} as Record<string, string | string[] | undefined> }
  let address = '/'

  async function go(method: 'GET' | 'POST', url: string, form?: Record<string, string>) {
    let [next, how] = [url, method]
    for (let hops = 0; hops < 5; hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      shown = await app.call(how, next, {
        headers: { ...(cookie ? { cookie } : {}), origin: 'http://tickets.test' },
        ...(how === 'POST' ? { form: form ?? {} } : {}),
      })
      for (const line of [shown.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      address = next
      const location = shown.headers['location']
      if (typeof location !== 'string') break
      ;[next, how] = [location.replace('http://tickets.test', ''), 'GET']
    }
    return shown
  }

  /** The values of the form with this action. */
  function held(action: string): Record<string, string> {
    const all = [...shown.text.matchAll(/<form\b[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)]
    const found = all.find(([, to]) => to?.split('?')[0] === action)
    if (!found) throw new Error(`There is no form to ${action}: ${shown.text.slice(0, 3000)}`)
    const values: Record<string, string> = {}
    for (const [tag] of (found[2] ?? '').matchAll(/<input\b(?:"[^"]*"|[^">])*>/g)) {
      const of = (name: string) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1])
      const isOff = /type="(?:checkbox|radio)"/.test(tag) && !/\schecked/.test(tag)
      const name = of('name')
      if (name && !isOff) values[name] = of('value') ?? ''
    }
    return values
  }

  return {
    cookies,
    page: () => shown,
    at: () => address,
    open: (url: string) => go('GET', url),
    send: (action: string, fields: Record<string, string> = {}, button?: string) =>
      go('POST', action, { ...held(action), ...(button ? { do: button } : {}), ...fields }),
    /** Sends a form again as it was before, as going back and pressing again does. */
    post: (action: string, form: Record<string, string>) => go('POST', action, form),
    held,
  }
}

const unescaped = (text: string | undefined) =>
  text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
