/**
 * The address of the interface that a query at the root names: `/?rest_route=/vendor/events/v1/events` is another way to write
 * `/prefix/vendor/events/v1/events`, which clients of the inherited interface use where the server rewrites no addresses.
 */
export function addressOfRestRoute(url: string, prefix: string): string {
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
  if ((path !== '/' && path !== '/index.php') || !query.includes('rest_route=')) return url
  const parts = query.split('&')
  const named = parts.find(part => part.startsWith('rest_route='))
  const route = decoded(named?.slice('rest_route='.length) ?? '')
  if (!/^\/[\w./~@:-]*$/.test(route) || route.startsWith('//')) return url
  const others = parts.filter(part => part !== named && part !== '').join('&')
  return `${prefix}${route}${others === '' ? '' : `?${others}`}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
