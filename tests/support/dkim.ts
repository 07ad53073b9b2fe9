import { createHash, createVerify, type KeyObject } from 'node:crypto'

type Signed = { covers: readonly string[]; bodyHolds: boolean; signatureHolds: boolean }

/** Checks the DKIM signature of a mail (RFC 6376, relaxed/relaxed, rsa-sha256) as its recipient's server does. */
export function readDkim(raw: string, key: KeyObject): Signed {
  const at = raw.indexOf('\r\n\r\n')
  const headers = raw
    .slice(0, at)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map(line => ({ name: line.split(':', 1)[0]?.toLowerCase().trim() ?? '', line }))
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.line ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map(tag => [
        tag.split('=', 1)[0]?.trim(),
        tag.slice(tag.indexOf('=') + 1).replace(/\s/g, ''),
      ]),
  )
  const covers = (tags.get('h') ?? '').toLowerCase().split(':')
  const left = [...headers]
  const signed = covers.flatMap(name => {
    // A header that is named more often than it is there is signed as absent.
    const found = left.findLastIndex(header => header.name === name)
    return found < 0 ? [] : left.splice(found, 1).map(({ line }) => `${relaxed(line)}\r\n`)
  })
  const empty = relaxed(signature.replace(/([;\s]b=)[^;]*/, '$1'))
  const body = `${raw
    .slice(at + 4)
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n|$)/g, '')
    .replace(/(?:\r\n)*$/, '')}\r\n`
  return {
    covers,
    bodyHolds: createHash('sha256').update(body).digest('base64') === tags.get('bh'),
    signatureHolds: createVerify('rsa-sha256')
      .update(signed.join('') + empty)
      .verify(key, tags.get('b') ?? '', 'base64'),
  }
}

const relaxed = (line: string) => {
  const colon = line.indexOf(':')
  const value = line.slice(colon + 1).replace(/\s+/g, ' ')
  return `${line.slice(0, colon).toLowerCase().trim()}:${value.trim()}`
}
