type Declared = { readonly path: string; readonly methods: readonly string[] }

/** A namespace of the interface: `root` is the path at which it stands. */
export type Namespace = { readonly root: string; readonly declared: readonly Declared[] }

/** The server's decoration with the namespaces that it has. */
export const namespacesHere = Symbol('namespaces')

/**
 * What a request for an address without a route probably meant: another method of this path, the version that there is,
 * or the part of the path that is missing. Undefined for an address that has nothing to do with the interface.
 */
export function meantRoute(
  namespaces: readonly Namespace[],
  { method, url }: { method: string; url: string },
): string | undefined {
  const path = (url.split('?', 1)[0] ?? '').replace(/(?<!\/)\/+$/, '')
  const within = namespaces.find(({ root }) => path === root || path.startsWith(`${root}/`))
  if (within) {
    const methods = methodsOf(within, path.slice(within.root.length))
    if (methods.length === 0)
      return `No path of ${within.root} is like this; that address lists all.`
    return methods.includes(method) ? undefined : `This path takes ${methods.join(', ')}.`
  }
  const [, kind = ''] = /(?:^|\/)(events|tickets|admin)\/v\d{1,3}(?:\/|$)/.exec(path) ?? []
  const meant = namespaces.find(({ root }) => root.includes(`/${kind}/`))
  return kind === '' || !meant ? undefined : `This part of the interface stands at ${meant.root}.`
}

function methodsOf({ declared }: Namespace, path: string): string[] {
  const parts = path.split('/')
  const fits = declared.filter(one => {
    const own = one.path.split('/')
    return (
      own.length === parts.length &&
      own.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
    )
  })
  return [...new Set(fits.flatMap(({ methods }) => methods))]
}
