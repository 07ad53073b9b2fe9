const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const western = new TextDecoder('windows-1252')

/** The bytes that windows-1252 has for characters beyond Latin-1. */
const westernBytes = new Map(
  Array.from(
    { length: 32 },
    (_, n) => [western.decode(Uint8Array.of(0x80 + n)), 0x80 + n] as const,
  ),
)

export type Decoded = { text: string; was: 'utf-8' | 'windows-1252' | 'utf-8 twice' }

/**
 * Bytes of a dump, one character each, as the text they mean: UTF-8, or windows-1252 where they are no UTF-8 (old tables), or
 * UTF-8 that was taken for windows-1252 and stored as UTF-8 once more. NUL bytes, which no text here may have, are left out.
 */
export function decodeText(stored: string): Decoded {
  const bytes = stored.replaceAll('\0', '')
  // oxlint-disable-next-line no-control-regex -- All of ASCII.
  if (/^[\0-\x7f]*$/.test(bytes)) return { text: bytes, was: 'utf-8' }
  const once = strictly(Buffer.from(bytes, 'latin1'))
  if (once === undefined) {
    return { text: western.decode(Buffer.from(bytes, 'latin1')), was: 'windows-1252' }
  }
  const twice = storedTwice(once)
  return twice === undefined ? { text: once, was: 'utf-8' } : { text: twice, was: 'utf-8 twice' }
}

function strictly(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Every character beyond ASCII must be part of it: a text that only looks like it stays. */
function storedTwice(text: string): string | undefined {
  if (!/[Â-ô][\u0080-ÿŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/.test(text)) return undefined
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const byte = westernBytes.get(character) ?? (code < 0x100 ? code : undefined)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  return strictly(Uint8Array.from(bytes))
}
