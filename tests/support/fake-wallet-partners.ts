import type { ProviderAnswer, ProviderRequest } from './fake-provider.ts'
import { idMaker } from './fake-random.ts'

/** Merchants who sign up at the fake wallet. */
export type WalletPartners = {
  readonly partnerId: string
  readonly referrals: readonly { id: string; data: Record<string, unknown> }[]
  readonly webhooks: readonly { id: string; url: string; event_types: { name: string }[] }[]
  /** A merchant signs up on the provider's page; returns what its script hands to the browser. */
  signUp(referralId: string): { authCode: string; sharedId: string; merchantId: string }
  /** True once, for the code, its shared id and the nonce of the invitation. */
  spendCode(given: { code: string; sharedId: string; verifier: string }): boolean
  invite(data: Record<string, unknown>): ProviderAnswer
  listen(webhook: { url: string; event_types: { name: string }[] }): ProviderAnswer
}

const merchantId = 'FAKEMERCHANTX'

/** The credentials of the merchant's own account. */
export const sellerAccount = {
  client_id: 'fakeSellerClientId',
  client_secret: 'fakeSellerClientSecretNeverToBeSeen',
  payer_id: merchantId,
} as const

export function walletPartners(url: () => string): WalletPartners {
  const id = idMaker('wallet-partners')
  const referrals: { id: string; data: Record<string, unknown> }[] = []
  const webhooks: { id: string; url: string; event_types: { name: string }[] }[] = []
  const codes = new Map<string, { sharedId: string; verifier: string }>()
  return {
    partnerId: 'FAKEPARTNERX2',
    referrals,
    webhooks,
    invite(data) {
      const referralId = id('', 40)
      referrals.push({ id: referralId, data })
      const link = (path: string, rel: string) => ({
        href: url() + path,
        rel,
        method: 'GET',
        description: rel,
      })
      const links = [
        link(`/v2/customer/partner-referrals/${referralId}`, 'self'),
        link(`/bizsignup/partner/entry?referralToken=${referralId}`, 'action_url'),
      ]
      return { status: 201, body: { links } }
    },
    signUp(referralId) {
      const invitation = JSON.stringify(referrals.find(one => one.id === referralId)?.data ?? {})
      const verifier = /"seller_nonce":"([^"]+)"/.exec(invitation)?.[1] ?? ''
      const given = { authCode: id('C21AA', 40), sharedId: id('', 30) }
      codes.set(given.authCode, { sharedId: given.sharedId, verifier })
      return { ...given, merchantId }
    },
    spendCode({ code, sharedId, verifier }) {
      const known = codes.get(code)
      codes.delete(code)
      return known !== undefined && known.sharedId === sharedId && known.verifier === verifier
    },
    listen(webhook) {
      const made = { id: id('', 17).toUpperCase(), ...webhook }
      webhooks.push(made)
      return { status: 201, body: { ...made, links: [] } }
    },
  }
}

/** Handles a request to the partner routes; undefined for other requests. */
export function partnerRoutes(
  partners: WalletPartners,
  request: ProviderRequest,
): ProviderAnswer | undefined {
  const { method, path, text, headers } = request
  const merchants = `/v1/customer/partners/${partners.partnerId}/merchant-integrations`
  if (path === '/v2/customer/partner-referrals' && method === 'POST') {
    return partners.invite(JSON.parse(text) as Record<string, unknown>)
  }
  if (path === '/v1/notifications/webhooks') {
    if (method === 'GET') return { status: 200, body: { webhooks: partners.webhooks } }
    return partners.listen(JSON.parse(text) as Parameters<WalletPartners['listen']>[0])
  }
  if (path === `${merchants}/credentials`) {
    const asSeller = headers['authorization']?.includes('A21AASELLER')
    if (asSeller) return { status: 200, body: sellerAccount }
    return {
      status: 403,
      body: { name: 'NOT_AUTHORIZED', message: 'Authorization failed.', details: [] },
    }
  }
  if (path === `${merchants}/${merchantId}`) {
    const products = [{ name: 'PPCP_CUSTOM', vetting_status: 'SUBSCRIBED' }]
    const body = {
      merchant_id: merchantId,
      products,
      payments_receivable: true,
      primary_email_confirmed: true,
    }
    return { status: 200, body }
  }
  return undefined
}
