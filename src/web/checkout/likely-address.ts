/** Hosts of mail that many buyers have, which are often mistyped. */
const hosts = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'orange.fr',
  'wanadoo.fr',
  'hotmail.fr',
  'hotmail.es',
  'yahoo.fr',
  'yahoo.es',
]

/** Hosts that are one slip from these, and real. */
const alike = ['mail.com', 'email.com', 'ymail.com', 'gmx.com', 'rocketmail.com', 'icloud.de']

/**
 * The address that was probably meant, where a host is one slip away from a well-known one: `ada@gmial.con` is two slips, one
 * in the name and one in the ending. Undefined for every other address.
 */
export function likelyAddress(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const host = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || hosts.includes(host) || alike.includes(host)) return undefined
  const meant = hosts.find(usual => isSlipOf(host, usual))
  return meant && `${email.slice(0, at)}@${meant}`
}

function isSlipOf(host: string, usual: string): boolean {
  const [name = '', ending = ''] = split(host)
  const [usualName = '', usualEnding = ''] = split(usual)
  const [inName, inEnding] = [slip(name, usualName), slip(ending, usualEnding)]
  // Short names, such as gmx, are one slip from too many others.
  if (usualName.length < 4 && inName !== 0) return false
  // yahoo.it and hotmail.de are hosts of their own.
  if (inEnding !== 0 && !isNoEnding(ending)) return false
  return inName <= 1 && inEnding <= 1
}

const split = (host: string) => [
  host.slice(0, host.indexOf('.')),
  host.slice(host.indexOf('.') + 1),
]

/** Endings that no host has, and that are typed for `com`, `net`, `de` and `fr`. */
const isNoEnding = (ending: string) =>
  ['con', 'cmo', 'ocm', 'vom', 'xom', 'cpm', 'comm', 'coom', 'nte', 'ner', 'ed', 'dd'].includes(
    ending,
  )

/** 0 for the same text, 1 for one letter more, less, another or swapped with its neighbour, 2 for everything else. */
function slip(one: string, other: string): number {
  if (one === other) return 0
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  const ends: readonly [string, string][] = [
    [one.slice(from + 1), other.slice(from + 1)],
    [one.slice(from + 1), other.slice(from)],
    [one.slice(from), other.slice(from + 1)],
  ]
  const isSwapped =
    one[from] === other[from + 1] &&
    one[from + 1] === other[from] &&
    one.slice(from + 2) === other.slice(from + 2)
  return isSwapped || ends.some(([left, right]) => left === right) ? 1 : 2
}
