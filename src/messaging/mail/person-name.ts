const link = /:\/\/|www\.|@/i

/**
 * The name of a host alone, which mail programs offer to press too. A capital before a small letter, as in `Dr.Smith`, is
 * one only in common endings.
 */
const host = /[\p{L}\p{N}]\.(?:\p{Ll}[\p{Ll}\p{Lu}]|\p{Lu}\p{Lu})/u
const commonHost = /[\p{L}\p{N}]\.(?:com|net|org|info|biz|xyz|top|app|shop|site|online)\b/iu

/**
 * A person's name as mails show it: empty when it has a link or an address in it, which mail programs would offer to
 * press. A stranger may name a guest as he likes, and our mail must not carry his message (contract.md 19.13).
 */
export function nameInMail(name: string): string {
  // Full-width letters, invisible ones and the ideographic full stop make links too.
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, '')
    .replace(/[\u3002\uff61]/g, '.')
  return [link, host, commonHost].some(pattern => pattern.test(plain)) ? '' : name
}

/** A record with the name of its holder as mails show it. */
export const withNameInMail = <Named extends { holder_name: string }>(named: Named): Named => ({
  ...named,
  holder_name: nameInMail(named.holder_name),
})
