import { type ProviderAnswer, type ProviderRequest } from './fake-provider.ts'
import { idMaker } from './fake-random.ts'
import { type WalletPartners } from './fake-wallet-partners.ts'

export const clientId = 'fakeWalletClientId'
export const clientSecret = 'fakeWalletClientSecretNeverToBeSeen'

export type TokenDesk = ReturnType<typeof tokenDesk>

export function tokenDesk(partners: WalletPartners) {
  const id = idMaker('wallet-tokens')
  let alive = new Set<string>()
  function issue(request: ProviderRequest): ProviderAnswer {
    const form = new URLSearchParams(request.text)
    const [name, secret] = Buffer.from(request.headers['authorization']?.slice(6) ?? '', 'base64')
      .toString('utf8')
      .split(':')
    const asMerchant =
      form.get('grant_type') === 'authorization_code' &&
      partners.spendCode({
        code: form.get('code') ?? '',
        sharedId: name ?? '',
        verifier: form.get('code_verifier') ?? '',
      })
    const asUs =
      form.get('grant_type') === 'client_credentials' &&
      name === clientId &&
      secret === clientSecret
    if (!asMerchant && !asUs) {
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      }
    }
    const token = id(asMerchant ? 'A21AASELLER' : 'A21AA', 40)
    alive.add(token)
    const body = {
      scope: '',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-FAKE',
      expires_in: 32_400,
      nonce: 'fake',
    }
    return { status: 200, body }
  }
  return {
    issue,
    knows: (header: string | undefined) => alive.has(header?.replace(/^Bearer /, '') ?? ''),
    endAll: () => {
      alive = new Set()
    },
  }
}
