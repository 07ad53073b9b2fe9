/** Path of ticket pictures below the site's root. */
export const qrPath = '/tickets/qr'

/**
 * The address of an attendee's QR picture: absolute, works without a sign-in, and contains the secret, so an
 * id alone opens nothing. `publicRoot` is the one of `Deps`.
 */
export function qrUrl(
  publicRoot: string,
  attendee: { readonly id: number; readonly security_code: string },
  format: 'svg' | 'png' = 'svg',
): string {
  const code = encodeURIComponent(attendee.security_code)
  return `${publicRoot}${qrPath}/${attendee.id}/${code}.${format}`
}
