/**
 * Makes a text fit for a header: one line, without control characters and direction overrides, cut after a number of
 * characters. What looks like an encoded word (RFC 2047) is no longer one: mail programs would show what it encodes.
 */
export function oneLine(text: string, charactersMax: number): string {
  const clean = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
  const characters = Array.from(clean)
  return characters.length <= charactersMax
    ? clean
    : `${characters.slice(0, charactersMax - 1).join('')}…`
}

/**
 * Makes a name fit to precede an address: some mail servers refuse names that look like addresses or lists (`@`, `:`,
 * `,`, quotes).
 */
export const senderName = (name: string) => oneLine(name.replace(/[@:,;"<>()[\]\\]/g, ' '), 70)
