import { isIPv6 } from 'node:net'

/**
 * The network of an address, counted as one sender: an IPv4 address, or the first 64 bits of an IPv6 address,
 * since one customer has all of them. An IPv4 address written as IPv6 is the IPv4 address. Some proxies add the
 * client's port, which differs with every connection.
 */
export function networkOf(address: string): string {
  const plain = withoutPort(address).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return isIPv6(plain) && !plain.includes('.') ? first64(plain) : plain
}

const withoutPort = (address: string) =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')

function first64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%', 1).join().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map(part => part.replace(/^0+(?=.)/, ''))
    .join(':')
}
