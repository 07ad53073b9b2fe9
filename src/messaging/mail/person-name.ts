const link = /:\/\/|www\.|@/i

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
  return link.test(plain) ? '' : name
}

/** A record with the name of its holder as mails show it. */
export const withNameInMail = <Named extends { holder_name: string }>(named: Named): Named => ({
  ...named,
  holder_name: nameInMail(named.holder_name),
})
