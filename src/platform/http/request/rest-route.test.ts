import { expect, test } from 'vitest'
import { addressOfRestRoute } from './rest-route.ts'

test.each([
  ['/?rest_route=/tribe/events/v1/events/402', '/wp-json/tribe/events/v1/events/402'],
  ['/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&page=2', '/wp-json/tribe/events/v1/events?page=2'],
  [
    '/index.php?a=1&rest_route=/tribe/tickets/v1/qr&b=%20',
    '/wp-json/tribe/tickets/v1/qr?a=1&b=%20',
  ],
  ['/?rest_route=', '/?rest_route='],
  ['/?rest_route=//elsewhere.example', '/?rest_route=//elsewhere.example'],
  ['/?rest_route=/a%0d%0ab', '/?rest_route=/a%0d%0ab'],
  ['/?rest_route=%', '/?rest_route=%'],
  ['/event/x/?rest_route=/tribe', '/event/x/?rest_route=/tribe'],
  ['/?p=402', '/?p=402'],
])('%s means %s', (url, address) => {
  expect(addressOfRestRoute(url, '/wp-json')).toBe(address)
})
