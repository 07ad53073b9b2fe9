const inAddress = /^https?:\/\/[^\s"<>`\\/][^\s"<>`\\]*$/i
/** Characters that nobody sees, such as a pasted zero-width blank. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u

/** Whether a text is an absolute http or https address that can stand in a link as it is. */
export const isHttpAddress = (text: string): boolean =>
  inAddress.test(text) && !unseen.test(text) && URL.canParse(text)
