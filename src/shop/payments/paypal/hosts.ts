export const walletHosts = {
  live: ['https://api-m.paypal.com', 'https://api.paypal.com'],
  sandbox: ['https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com'],
} as const

/** Where the wallet's API answers. */
export const walletBase = (options: {
  environment: 'sandbox' | 'live'
  apiBase?: string | undefined
}): string => options.apiBase || walletHosts[options.environment][0]
