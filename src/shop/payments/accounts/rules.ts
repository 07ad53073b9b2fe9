type Keys = { readonly stripeSecretKey: string; readonly paypalClientId: string }

/**
 * The setting that wins over an account that a merchant connected, so that nobody is paid there; undefined when none
 * does.
 */
export function winningSetting(
  { stripeSecretKey, paypalClientId }: Keys,
  way: 'card' | 'wallet',
): 'STRIPE_SECRET_KEY' | 'PAYPAL_CLIENT_ID' | undefined {
  if (way === 'card') return stripeSecretKey === '' ? undefined : 'STRIPE_SECRET_KEY'
  return paypalClientId === '' ? undefined : 'PAYPAL_CLIENT_ID'
}

/** What the merchant's last address and the answer that begins a sign-up say of that setting. */
export function saidOfSetting(keys: Keys, way: 'card' | 'wallet'): { overruled_by?: string } {
  const setting = winningSetting(keys, way)
  return setting === undefined ? {} : { overruled_by: setting }
}
