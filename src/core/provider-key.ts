/**
 * Whether a text can be a key of a payment provider. With any other character no request could carry it, and every
 * payment would fail as if the provider were away.
 */
export const isProviderKey = (text: string): boolean => /^[!#-&(-~]+$/.test(text)
