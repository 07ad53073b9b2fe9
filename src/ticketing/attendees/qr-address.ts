/** Where pictures of tickets live, from the root of the site. */
export const qrPath = '/tickets/qr'

/**
 * The address of an attendee's QR picture: absolute, needs no sign-in, and carries the secret, so that an id alone shows
 * nothing. `publicRoot` is that of `Deps`.
 */
export function qrUrl(
  publicRoot: string,
  attendee: { readonly id: number; readonly security_code: string },
  format: 'svg' | 'png' = 'svg',
): string {
  const code = encodeURIComponent(attendee.security_code)
  return `${publicRoot}${qrPath}/${attendee.id}/${code}.${format}`
}
