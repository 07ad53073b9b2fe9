import { expect, test } from 'vitest'
import { saidOfSetting, winningSetting } from './rules.ts'

const none = { stripeSecretKey: '', paypalClientId: '' }

test.each([
  ['card', { ...none, stripeSecretKey: 'sk_1' }, 'STRIPE_SECRET_KEY'],
  ['wallet', { ...none, paypalClientId: 'id' }, 'PAYPAL_CLIENT_ID'],
  ['wallet', { ...none, stripeSecretKey: 'sk_1' }, undefined],
  ['card', { ...none, paypalClientId: 'id' }, undefined],
  ['card', none, undefined],
] as const)('a connected account for %s with %j gives way to %s', (way, keys, setting) => {
  expect(winningSetting(keys, way)).toBe(setting)
  expect(saidOfSetting(keys, way)).toEqual(setting === undefined ? {} : { overruled_by: setting })
})
