/** A client over real HTTP for tests of the built server. */
export function client(
  base: string,
  { prefix = '/svc', authorization }: { prefix?: string; authorization: string },
) {
  type Reply = { status: number; json: any }
  async function send(
    method: string,
    path: string,
    {
      body,
      headers = {},
      staff = false,
    }: { body?: unknown; headers?: Record<string, string>; staff?: boolean } = {},
  ): Promise<Reply> {
    const response = await fetch(path.startsWith('http') ? path : `${base}${prefix}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(staff ? { authorization } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    try {
      return { status: response.status, json: JSON.parse(text) }
    } catch {
      return { status: response.status, json: text }
    }
  }
  return {
    staff: (method: string, path: string, body?: unknown) =>
      send(method, path, { body, staff: true }),
    anyone: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      send(method, path, { body, ...(headers ? { headers } : {}) }),
  }
}

export type Client = ReturnType<typeof client>
