/**
 * The content security policy of the console (contract.md 24.4): its own scripts by a nonce, and those that they load
 * from our origin. The kit of its pieces sets positions as attributes of elements, which need their own permission.
 */
export const consolePolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
  ].join(';')
