const addressCharactersMax = 254
/** Characters that stand between addresses or around them, and those that nobody sees, such as a pasted zero-width blank. */
const inAddress = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u

/** Whether mail can be sent to an address: one mailbox, and nothing around it. */
export const isMailAddress = (text: string): boolean =>
  text.length <= addressCharactersMax && inAddress.test(text) && !unseen.test(text)

/** Whether it is an address as guests have one: its host has a dot. Tickets are accepted for no other address. */
export const isGuestAddress = (text: string): boolean =>
  isMailAddress(text) && /^[^@]{1,64}@[^.@]+(?:\.[^.@]+)+$/.test(text)

const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that gets what is sent to an address, to count by: in small letters, without a `+tag`, and without the dots
 * that Gmail ignores. Never an address to send to.
 */
export function mailboxOf(address: string): string {
  const whole = address.trim().toLowerCase()
  const at = whole.lastIndexOf('@')
  if (at < 0) return whole
  const host = whole.slice(at + 1)
  const [local = ''] = whole.slice(0, at).split('+', 1)
  return `${dotless.has(host) ? local.replaceAll('.', '') : local}@${host}`
}
